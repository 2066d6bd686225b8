#!/usr/bin/env bash
# Whether the simulation agrees with real fleets: /block?ms=20 holds a worker without CPU, so the
# cores of the machine set no limit; requests come by chance, each over a fresh connection. The model
# gets the service time as it was measured on the same fleet, one request at a time. Two questions
# that are wrong on purpose, another discipline and another number of workers, must be answered with
# "differs".
#   scripts/bench-simulate.sh [--rounds N] [--requests N] [--java HOME]
#     --rounds N    repeats of each point; default 5
#     --requests N  of each repeat; default 600. Fewer than 2000 in all rounds prove no p99
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

# Slow enough that no request ever waits for another, evenly as they come.
readonly ALONE_PER_SECOND=25
readonly ALONE_REQUESTS=300
# Runs of the model for each point.
readonly MODEL_RUNS=100

option[rounds]=5
option[requests]=600
parse "$@"
need jq

declare -A rates=()
declare -A discipline=([own]=hash [idle]=idle)
agreed=0 points=0 noticed=0 mismatches=0

# file FLEET PERCENT ROUND: the result of a repeat.
file() { echo "$work/$1-$2-$3.json"; }

# judge FLEET PERCENT WORKERS DISCIPLINE: the model's answer as JSON.
judge() {
  local -a files=()
  local round json
  for ((round = 1; round <= option[rounds]; round++)); do files+=("$(file "$1" "$2" "$round")"); done
  json=$("$scripts/supervisor" simulate --workers "$3" --discipline "$4" --rate "${rates[$1-$2]}" \
    --service "file:$work/$1-alone.json" --requests "${option[requests]}" --repeat "$MODEL_RUNS" \
    --against "${files[@]}" --json) || [[ -n $json ]] || fail "the model gave no result"
  echo "$json"
}

# figures PERCENTILE JSON: model, measured with interval, accepted, verdict.
figures() {
  jq -r --arg of "$1" '
    def short: . * 10 | round / 10;
    .against.verdicts[] | select(.percentile == $of)
    | "\(.modelMs | short)|\(.measuredMs.value | short)"
      + (if .measuredMs.interval then " (\(.measuredMs.interval | map(short) | join(" to ")))" else "" end)
      + "|\(.acceptedMs | map(short) | join(" to "))|"
      + (if .unproven then "unproven, " else "" end) + (if .agrees then "agrees" else "differs" end)' <<<"$2"
}

# compare TITLE FLEET PERCENT WORKERS DISCIPLINE: adds the rows; status 0 when the model agrees.
compare() {
  local json percentile
  local -a cells
  json=$(judge "$2" "$3" "$4" "$5")
  for percentile in p50 p99; do
    IFS='|' read -ra cells < <(figures "$percentile" "$json")
    row "$1" "$percentile" "${cells[@]}"
    echo "$1, $percentile: model ${cells[0]} ms, measured ${cells[1]} ms: ${cells[3]}"
  done
  jq -e .against.agrees >"$work/verdict" <<<"$json"
}

# fleet ACCEPT WORKERS PERCENT...: measures the points of one fleet, percents of its capacity.
fleet() {
  local name=$1-$2 accept=$1 workers=$2 alone percent round
  shift 2
  start "$name" --workers "$workers" --accept "$accept" --shed off
  load "$name" '/block?ms=20' --fresh --rate "$ALONE_PER_SECOND" --requests "$ALONE_REQUESTS" \
    >"$work/$name-alone.json"
  alone=$(jq .latency.p50Ms "$work/$name-alone.json")
  echo "$name: alone p50 $alone ms, p99 $(jq .latency.p99Ms "$work/$name-alone.json") ms, $(machine_load)"
  for percent in "$@"; do
    rates[$name-$percent]=$(jq -n "$percent / 100 * $workers * 1000 / $alone * 10 | round / 10")
  done
  for ((round = 1; round <= option[rounds]; round++)); do
    for percent in "$@"; do
      load "$name" '/block?ms=20' --fresh --rate "${rates[$name-$percent]}" --arrivals poisson \
        --seed "$round" --requests "${option[requests]}" >"$(file "$name" "$percent" "$round")"
      echo "$name, $percent %, round $round: $(jq -r '"p50 \(.latency.p50Ms) ms, p99 \(.latency.p99Ms) ms, \(.failed) failed, client late \(.clientLateP99Ms) ms"' \
        "$(file "$name" "$percent" "$round")"), $(machine_load)"
    done
  done
  stop "$name"
  for percent in "$@"; do
    points=$((points + 1))
    if compare "$name, $percent %, ${rates[$name-$percent]}/s" "$name" "$percent" "$workers" \
      "${discipline[$accept]}"; then
      agreed=$((agreed + 1))
    fi
  done
}

# mismatch TITLE FLEET PERCENT WORKERS DISCIPLINE
mismatch() {
  mismatches=$((mismatches + 1))
  if ! compare "wrong: $1" "$2" "$3" "$4" "$5"; then
    noticed=$((noticed + 1))
  fi
}

environment
fleet own 1 60
fleet own 3 50 70
fleet own 6 60
fleet idle 2 70
fleet idle 3 70 85
fleet idle 6 80
mismatch 'own-3, 70 % as if idle workers helped' own-3 70 3 idle
mismatch 'idle-3, 85 % as if there were 4 workers' idle-3 85 4 idle
table 'fleet, load' 'percentile' 'model ms' 'measured ms' 'accepted ms' 'verdict'
echo "points on which the model agrees: $agreed of $points: $(verdict "agreed == points")"
echo "mismatches that were noticed: $noticed of $mismatches: $(verdict "noticed == mismatches")"
