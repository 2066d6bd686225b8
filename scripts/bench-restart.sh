#!/usr/bin/env bash
# Whether rolling restarts lose a request: restarts one after the other under a load that goes on
# until after the last.
#   scripts/bench-restart.sh [--restarts N] [--seconds S] [--java HOME]
#     --restarts N  under each load; default 5; with one shared socket always 1
#     --seconds S   of load for each replaced worker; default 8. A load that ends too soon is told.
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

# A load must begin and go on a little after the last restart.
readonly MARGIN_SECONDS=7
# Bounds in count, far above what the time allows.
readonly MOST_REQUESTS=20000000

option[restarts]=5
option[seconds]=8
parse "$@"
need jq ss wrk

# The loads, each in the background for so many seconds.
fresh() { begin_load fleet /fast --concurrency 20 --fresh --requests "$MOST_REQUESTS" --seconds "$1"; }
cpu() { begin_load fleet '/cpu?ms=20' --concurrency 20 --fresh --requests "$MOST_REQUESTS" --seconds "$1"; }
kept() {
  wrk -t2 -c20 -d"$1s" --timeout 30s "http://127.0.0.1:${PORT[fleet]}/fast" >"$work/wrk" &
  PID[client]=$!
}

# What wrk printed, in the form of the load command. It gives the longest answer as us, ms or s.
from_wrk() {
  jq -Rn '[inputs] | join("\n") as $text
    | def found($regex): first($text | capture($regex)) // {};
      ({us: 0.001, ms: 1, s: 1000}) as $millis
    | found("Latency +\\S+ +\\S+ +(?<n>[0-9.]+)(?<unit>us|ms|s)") as $max
    | found("errors: connect (?<connect>\\d+), read (?<read>\\d+), write (?<write>\\d+)"
        + ", timeout (?<timeout>\\d+)") as $errors
    | ($errors + found("Non-2xx or 3xx responses: (?<status>\\d+)") | map_values(tonumber)) as $failures
    | {requests: (found("(?<n>\\d+) requests in").n | tonumber), failures: $failures,
       failed: ([$failures[]] | add // 0), latency: {maxMs: (($max.n | tonumber) * $millis[$max.unit])}}'
}

# under LOAD LISTEN WORKERS RESTARTS LEAST: one row; LEAST requests must have met the restarts.
under() {
  local seconds=$(($4 * $3 * option[seconds] + MARGIN_SECONDS)) i json failures remark=''
  local -a times=()
  start fleet --listen "$2" --workers "$3"
  "$1" "$seconds"
  await_traffic fleet
  : >"$work/kernel"
  for ((i = 1; i <= $4; i++)); do
    "$scripts/supervisor" restart --port "${PORT[fleet]}" >"$work/steps" 2>&1 ||
      remark+="restart $i: $(tail -n 1 "$work/steps")"
    json=$(status fleet)
    jq -c .restart.kernel <<<"$json" >>"$work/kernel"
    times+=("$(jq .restart.seconds <<<"$json")")
    echo "$1, $2, workers $3: restart $i $(jq -r .restart.state <<<"$json"), ${times[-1]} s, $(machine_load)"
  done
  kill -0 "${PID[client]}" 2>/dev/null || remark+='the load ended before the last restart; give more --seconds'
  wait "${PID[client]}" || true
  [[ $1 != kept ]] || from_wrk <"$work/wrk" >"$work/load.json"
  json=$(cat "$work/load.json")
  stop fleet
  failures=$(jq -r '.failures | to_entries | map(select(.value > 0) | "\(.value) \(.key)") | join(", ")' <<<"$json")
  row "$1" "$2" "$3" "$4" "$(jq .requests <<<"$json")" "$(jq .failed <<<"$json")${failures:+ ($failures)}" \
    "$(jq '.latency.maxMs | round' <<<"$json")" "$(spread "${times[@]}")" \
    "$(jq -rs 'map([.listenOverflows, .listenDrops, .migrateSuccess, .migrateFailure]) | transpose
      | map(add) | join("/")' "$work/kernel")" \
    "$(verdict "$(jq .failed <<<"$json") == 0 && $(jq .requests <<<"$json") >= $5")" "$remark"
}

environment
for workers in 3 1; do
  under fresh reuseport "$workers" "${option[restarts]}" 30000
  under kept reuseport "$workers" "${option[restarts]}" 300000
  under cpu reuseport "$workers" "${option[restarts]}" 1
done
for kind in fresh kept cpu; do under "$kind" shared 3 1 1; done
echo
echo 'fresh: 20 clients of /fast, a connection a request; kept: wrk, 20 kept-alive connections to /fast;'
echo 'cpu: 20 clients of /cpu?ms=20, a connection a request. Kernel: ListenOverflows, ListenDrops,'
echo 'TCPMigrateReqSuccess, TCPMigrateReqFailure during the restarts.'
table load listen workers restarts requests failed 'longest ms' 'seconds a restart' kernel 'no failure' remark
