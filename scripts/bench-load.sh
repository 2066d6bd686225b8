#!/usr/bin/env bash
# Whether the load client measures what others measure, and counts what was served: on one fleet, in
# turns, against wrk over the same number of kept-alive connections, and against ab over fresh ones.
# All three send from one thread. Answers of /wait?ms=20 leave the CPU idle, so all clients must see
# the same; where answers are immediate, clients and fleet take the CPU from each other, and the
# cheaper client sees more. After each the fleet's own number of requests is compared with the number
# that the client claims: of wrk, which drops what is in flight when its time is over, it may be
# greater by up to one for each connection.
#   scripts/bench-load.sh [--rounds N] [--seconds S] [--connections N] [--java HOME]
#     --rounds N       turns; default 5
#     --seconds S      of kept-alive load by each in a turn; default 5
#     --connections N  fresh connections by each in a turn; default 20000
#     --java HOME      the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly KEPT=32
readonly FRESH=8
# Workers report once a second.
readonly SETTLE_SECONDS=10

option[rounds]=5
option[seconds]=5
option[connections]=20000
parse "$@"
need jq ab wrk
declare -A speed=() counted=() wrong=()

# served: requests of the fleet since its start, once two reports in a row say the same.
served() {
  local before=-1 now try
  for ((try = 0; try < SETTLE_SECONDS; try++)); do
    now=$(status fleet | jq .merged.requests)
    ((now != before)) || { echo "$now" && return; }
    before=$now
    sleep 1.2
  done
  fail "the fleet's number of requests does not settle: $before, $now"
}

# measure CLIENT EXTRA COMMAND...: a client's turn, whose command prints requests and requests a second;
# the fleet may have served up to EXTRA more.
measure() {
  local name=$1 extra=$2 before after claim rate
  shift 2
  before=$(served)
  read -r claim rate < <("$@")
  [[ -n $rate ]] || fail "$name gave no result"
  after=$(served)
  speed[$name]+="$rate "
  counted[$name]=$((${counted[$name]:-0} + claim))
  ((after - before >= claim && after - before <= claim + extra)) ||
    wrong[$name]=$((${wrong[$name]:-0} + 1))
  echo "$name: $claim claimed, $((after - before)) served, $rate/s, $(machine_load)"
}

ours() { load fleet "$@" | jq -r '"\(.requests - .failed) \((.requests - .failed) / .totalMs * 1000 | round)"'; }
ours_kept() { ours "$1" --concurrency "$KEPT" --seconds "${option[seconds]}"; }
ours_fresh() { ours /fast --concurrency "$FRESH" --requests "${option[connections]}" --fresh; }

wrk_kept() {
  wrk -t1 -c"$KEPT" -d"${option[seconds]}s" "http://127.0.0.1:${PORT[fleet]}$1" >"$work/wrk"
  sed -nE 's/^ *([0-9]+) requests in.*/\1/p; s/^Requests\/sec: +([0-9]+).*/\1/p' "$work/wrk" | paste -sd ' '
}

ab_fresh() {
  ab -q -c"$FRESH" -n "${option[connections]}" "http://127.0.0.1:${PORT[fleet]}/fast" >"$work/ab"
  sed -nE 's/^Complete requests: +([0-9]+)/\1/p; s/^Requests per second: +([0-9]+).*/\1/p' "$work/ab" |
    paste -sd ' '
}

# turn ROUND: each pair in an order that changes, since a machine's speed drifts.
turn() {
  local -a pairs=(
    'load, wait|0|ours_kept|/wait?ms=20' "wrk, wait|$KEPT|wrk_kept|/wait?ms=20"
    'load, kept|0|ours_kept|/fast' "wrk, kept|$KEPT|wrk_kept|/fast"
    'load, fresh|0|ours_fresh|' 'ab, fresh|0|ab_fresh|')
  local i name extra client path
  for i in "${!pairs[@]}"; do
    IFS='|' read -r name extra client path <<<"${pairs[i ^ ($1 % 2)]}"
    measure "$name" "$extra" "$client" "$path"
  done
}

# compare TITLE OURS OTHER
compare() {
  local -a ratios=()
  # Run by run, so that a slow moment of the machine meets both sides.
  read -r -a ratios < <(jq -rn --arg ours "${speed[$2]}" --arg other "${speed[$3]}" '
    def numbers: split(" ") | map(select(. != "") | tonumber);
    [$ours | numbers, ($other | numbers)] | transpose | map(.[0] / .[1]) | @tsv')
  # shellcheck disable=SC2086 # lists of numbers
  row "$1" "$(spread ${speed[$2]})" "$(spread ${speed[$3]})" "$(spread "${ratios[@]}")" \
    "${counted[$2]}: $(verdict "${wrong[$2]:-0} == 0")" "${counted[$3]}: $(verdict "${wrong[$3]:-0} == 0")"
}

environment
start fleet --workers 2
turn 1
echo 'the turn above was for practice and does not count'
speed=() counted=() wrong=()
for ((round = 1; round <= option[rounds]; round++)); do turn "$round"; done
stop fleet
compare "wrk, $KEPT kept-alive connections, /wait?ms=20" 'load, wait' 'wrk, wait'
compare "wrk, $KEPT kept-alive connections, /fast" 'load, kept' 'wrk, kept'
compare "ab, $FRESH fresh connections at a time, /fast" 'load, fresh' 'ab, fresh'
table against 'load: requests/s' 'other: requests/s' 'times as fast' 'load: count as served' 'other: count as served'
