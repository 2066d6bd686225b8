#!/usr/bin/env bash
# Whether the simulation agrees with real fleets: /block holds a worker without CPU, so the cores of
# the machine set no limit; requests come by chance, each over a fresh connection. The model gets the
# service time as it was measured on the same fleet before each repeat, one request at a time, so what
# else the machine does then is in both. Two questions that are wrong on purpose, another discipline
# and another number of workers, must be answered with "differs".
#   scripts/bench-simulate.sh [--rounds N] [--requests N] [--ms N] [--java HOME]
#     --rounds N    repeats of each point; default 4
#     --requests N  of each repeat; default 500. Fewer than 2000 in all rounds prove no p99
#     --ms N        how long a request holds its worker; default 50
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

# One client that sends when it has its answer: no request ever waits for another.
readonly ALONE_REQUESTS=60
# Runs of the model for each point.
readonly MODEL_RUNS=100

option[rounds]=4
option[requests]=500
option[ms]=50
parse "$@"
need jq

declare -A rates=()
declare -A discipline=([own]=hash [idle]=idle)
agreed=0 points=0 noticed=0 mismatches=0 answer=''

# file FLEET PERCENT ROUND: the result of a repeat.
file() { echo "$work/$1-$2-$3.json"; }

# judge FLEET PERCENT WORKERS DISCIPLINE: the model's answer as JSON.
judge() {
  local -a files=()
  local round json service=
  for ((round = 1; round <= option[rounds]; round++)); do
    files+=("$(file "$1" "$2" "$round")")
    service+=",file:$(file "$1" alone "$round")=1"
  done
  json=$("$scripts/supervisor" simulate --workers "$3" --discipline "$4" --rate "${rates[$1-$2]}" \
    --service "${service#,}" --requests "${option[requests]}" --repeat "$MODEL_RUNS" \
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

# compare TITLE FLEET PERCENT WORKERS DISCIPLINE: adds the rows; answer is agrees, differs or unproven,
# the last where the repeats prove neither percentile.
compare() {
  local json percentile
  local -a cells
  json=$(judge "$2" "$3" "$4" "$5")
  for percentile in p50 p99; do
    IFS='|' read -ra cells < <(figures "$percentile" "$json")
    row "$1" "$percentile" "${cells[@]}"
    echo "$1, $percentile: model ${cells[0]} ms, measured ${cells[1]} ms: ${cells[3]}"
  done
  answer=$(jq -r '[.against.verdicts[] | select(.unproven == null) | .agrees]
    | if length == 0 then "unproven" elif all then "agrees" else "differs" end' <<<"$json")
}

# alone FLEET ROUND: one request at a time.
alone() {
  load "$1" "/block?ms=${option[ms]}" --fresh --concurrency 1 --requests "$ALONE_REQUESTS" \
    >"$(file "$1" alone "$2")"
  seen "$1" alone "$2"
}

# seen FLEET PERCENT ROUND: says what a repeat has shown.
seen() {
  echo "$1, $2, round $3: $(jq -r '
    "p50 \(.latency.p50Ms) ms, p99 \(.latency.p99Ms) ms, \(.failed) failed, late \(.clientLateP99Ms) ms"' \
    "$(file "$@")"), $(machine_load)"
}

# fleet ACCEPT WORKERS PERCENT...: measures the points of one fleet, percents of its capacity.
fleet() {
  local name=$1-$2 accept=$1 workers=$2 typical='' percent round
  shift 2
  start "$name" --workers "$workers" --accept "$accept" --shed off
  for ((round = 1; round <= option[rounds]; round++)); do
    alone "$name" "$round"
    typical=${typical:-$(jq .latency.p50Ms "$(file "$name" alone 1)")}
    for percent in "$@"; do
      rates[$name-$percent]=$(jq -n "$percent * $workers * 10 / $typical * 10 | round / 10")
      load "$name" "/block?ms=${option[ms]}" --fresh --rate "${rates[$name-$percent]}" \
        --arrivals poisson --seed "$round" --requests "${option[requests]}" \
        >"$(file "$name" "$percent" "$round")"
      seen "$name" "$percent" "$round"
    done
  done
  stop "$name"
  for percent in "$@"; do
    points=$((points + 1))
    compare "$name, $percent %, ${rates[$name-$percent]}/s" "$name" "$percent" "$workers" \
      "${discipline[$accept]}"
    [[ $answer != agrees ]] || agreed=$((agreed + 1))
  done
}

# mismatch TITLE FLEET PERCENT WORKERS DISCIPLINE
mismatch() {
  mismatches=$((mismatches + 1))
  compare "wrong: $1" "$2" "$3" "$4" "$5"
  [[ $answer != differs ]] || noticed=$((noticed + 1))
}

environment
fleet own 3 50 70
fleet own 6 60
fleet idle 2 70
fleet idle 3 70 85
fleet idle 6 80
mismatch 'own-3, 70 % as if idle workers helped' own-3 70 3 idle
# Where each waits for its own worker, a fourth of them takes a quarter off the p50.
mismatch 'own-3, 70 % as if there were 4 workers' own-3 70 4 hash
table 'fleet, load' 'percentile' 'model ms' 'measured ms' 'accepted ms' 'verdict'
echo "points on which the model agrees: $agreed of $points: $(verdict "agreed == points")"
echo "mismatches that were noticed: $noticed of $mismatches: $(verdict "noticed == mismatches")"
