#!/usr/bin/env bash
# How evenly 20 requests that hold their event loop for 100 ms spread over workers, each on a fresh
# connection, and that requests which only wait are not held up.
#   scripts/bench-balance.sh [--rounds N] [--java HOME]
#     --rounds N    runs of each case; default 10
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

# Enough that a gate which counted open connections would shut.
readonly IDLE_CONNECTIONS=60

option[rounds]=10
parse "$@"
need jq
rounds=${option[rounds]}
idle=()

# Opens connections, gets an answer on each, and keeps them.
hold_idle() {
  local i fd line
  for ((i = 0; i < IDLE_CONNECTIONS; i++)); do
    exec {fd}<>"/dev/tcp/127.0.0.1/${PORT[$1]}"
    printf 'GET /fast HTTP/1.1\r\nHost: localhost\r\n\r\n' >&"$fd"
    read -r -t 10 line <&"$fd"
    [[ $line == *' 200 '* ]] || fail "an idle connection was answered with '$line'"
    idle+=("$fd")
  done
}

release_idle() {
  local fd
  for fd in "${idle[@]}"; do exec {fd}>&-; done
  idle=()
}

# blocked TITLE FLEET IDEAL_MS FAIR BAR LIMIT: the busiest worker must have FAIR requests in at least
# BAR of 10 runs and never more than LIMIT; BAR 0 sets none.
blocked() {
  local round json split busiest total failed fair=0 most=0 bar=''
  local -a splits=() totals=()
  for ((round = 1; round <= rounds; round++)); do
    json=$(load "$2" '/block?ms=100' --concurrency 20 --requests 20 --fresh)
    read -r split busiest total failed < <(jq -r '[.workers[].requests] as $of
      | "\($of | sort | reverse | join("/")) \($of | max) \(.totalMs) \(.failed)"' <<<"$json")
    echo "$1, run $round: $split, $total ms, $failed failed, $(machine_load)"
    splits+=("$split") totals+=("$total")
    ((busiest != $4)) || fair=$((fair + 1))
    ((busiest <= most)) || most=$busiest
  done
  (($5 == 0)) ||
    bar="busiest $4 in $fair of $rounds, at most $most: $(verdict "fair * 10 >= $5 * rounds && most <= $6")"
  row "$1" "$(tally "${splits[@]}")" "$3" "$(spread "${totals[@]}")" "$bar"
}

# waiting TITLE FLEET
waiting() {
  local round json ratio
  local -a totals=()
  for ((round = 1; round <= rounds; round++)); do
    json=$(load "$2" '/wait?ms=20' --concurrency 20 --requests 600 --fresh)
    totals+=("$(jq .totalMs <<<"$json")")
    echo "$1, run $round: ${totals[-1]} ms, $(jq .failed <<<"$json") failed, $(machine_load)"
  done
  # 20 clients in turns of 20 ms: 600 requests take 30 turns.
  ratio=$(printf '%s\n' "${totals[@]}" | jq -s 'sort | .[length / 2 | floor] / 600 * 100 | round')
  row "$1" '' 600 "$(spread "${totals[@]}")" \
    "$ratio % of the ideal, at most 130 %: $(verdict "ratio <= 130")"
}

environment
start three --workers 3
blocked '20 x block 100 ms, 3 workers' three 700 7 9 8
hold_idle three
blocked "the same, $IDLE_CONNECTIONS idle kept-alive connections" three 700 7 9 8
release_idle
waiting '600 x wait 20 ms from 20 clients, 3 workers' three
stop three
start two --workers 2
blocked 'the same, 2 workers' two 1000 10 8 20
stop two
start loops --workers 3 --event-loops 2
blocked 'the same, 3 workers of 2 event loops' loops 400 7 0 0
stop loops
start own --workers 3 --accept own
blocked '20 x block 100 ms, 3 workers, accept own' own 700 7 0 0
waiting '600 x wait 20 ms from 20 clients, 3 workers, accept own' own
stop own
table 'case' 'requests a worker' 'ideal ms' 'total ms' 'bar'
