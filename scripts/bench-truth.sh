#!/usr/bin/env bash
# Whether the workers' own latency is what a client sees: 20 requests at once that use 100 ms of CPU
# each, on a fresh connection each (what scripts/cpu-load.sh 20 does), on 3 workers. Most of a
# request's latency is waiting, which the server time does not see.
#   scripts/bench-truth.sh [--rounds N] [--java HOME]
#     --rounds N    runs; default 5
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly REQUESTS=20
# The window of status, and the second in which the last reports come.
readonly WINDOW_SECONDS=12

option[rounds]=5
parse "$@"
need jq

# The status, once all requests of the run are in it.
complete_status() {
  local json try
  for ((try = 0; try < WINDOW_SECONDS / 2; try++)); do
    sleep 1
    json=$(status fleet --window 10s)
    if (($(jq .merged.latency.count <<<"$json") == REQUESTS)); then
      echo "$json"
      return
    fi
  done
  fail "the last 10 s have $(jq .merged.latency.count <<<"$json") requests instead of $REQUESTS"
}

environment
start fleet --workers 3
worst=0
for ((round = 1; round <= option[rounds]; round++)); do
  sleep "$WINDOW_SECONDS"
  load fleet "/cpu?ms=100" --concurrency "$REQUESTS" --requests "$REQUESTS" --fresh >"$work/client"
  complete_status >"$work/status"
  # Client and workers, and by how many percent they differ.
  read -r -a figures < <(jq -rs '
    def apart($a; $b): (($a - $b) / $b * 1000 | round) / 10;
    .[0].latency as $client | .[1].merged as $workers
    | [$client.p50Ms, $workers.latency.p50Ms, apart($workers.latency.p50Ms; $client.p50Ms),
       $client.p99Ms, $workers.latency.p99Ms, apart($workers.latency.p99Ms; $client.p99Ms),
       $workers.serverTime.p50Ms, $workers.serverTime.p99Ms,
       ([$workers.latency.p50Ms / $client.p50Ms, $workers.latency.p99Ms / $client.p99Ms]
        | map((. - 1) * 1000 | fabs | round) | max)] | @tsv' "$work/client" "$work/status")
  ((figures[8] <= worst)) || worst=${figures[8]}
  echo "run $round: ${figures[*]:0:8}, $(jq .failed "$work/client") failed, $(machine_load)"
  row "$round" "${figures[@]:0:8}"
done
stop fleet
table run 'client p50 ms' 'workers p50 ms' 'apart %' 'client p99 ms' 'workers p99 ms' 'apart %' \
  'server time p50 ms' 'server time p99 ms'
echo "workers and client at most $((worst / 10)).$((worst % 10)) % apart, bar 10 %: $(verdict "worst <= 100")"
