#!/usr/bin/env bash
# What a worker's sudden death costs: kill -9 of one of 3 workers under 20 clients of /wait?ms=20, a
# connection a request, with its replacement held back for 2 s. The worker is stopped for the moment
# in which its connections are counted; what waits longest is looked for until shortly before the
# replacement starts, whose start would take CPU from everybody.
#   scripts/bench-kill.sh [--rounds N] [--java HOME]
#     --rounds N    deaths, each in a new fleet; default 5
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly WORKERS=3
# The delay varies by a fifth, so nothing starts within 1.6 s of the death.
readonly BACKOFF=2s,2s..30s
# The load begins, half a second later a worker dies, and the load ends 1.4 s after that.
readonly BEFORE_SECONDS=0.5
readonly LOAD_WINDOW_SECONDS=2
# For a start on a busy machine.
readonly REPLACED_SECONDS=60

option[rounds]=5
parse "$@"
need jq ss

readonly CLIENTS=(fleet '/wait?ms=20' --concurrency 20 --fresh --requests 100000)

# Prints the status once all workers are ready again.
replaced() {
  local json began=$SECONDS
  while ((SECONDS - began < REPLACED_SECONDS)); do
    json=$(status fleet)
    if (($(jq '[.workers[] | select(.state == "ready")] | length' <<<"$json") == WORKERS)); then
      echo "$json"
      return
    fi
    sleep 0.5
  done
  fail "no replacement is ready within $REPLACED_SECONDS s"
}

environment
met=0
for ((round = 1; round <= option[rounds]; round++)); do
  start fleet --workers "$WORKERS" --backoff "$BACKOFF"
  slot=$((round % WORKERS))
  victim=$(status fleet | jq ".workers[$slot].pid")
  load "${CLIENTS[@]}" --seconds 1 >"$work/before.json"
  begin_load "${CLIENTS[@]}" --seconds "$LOAD_WINDOW_SECONDS"
  await_traffic fleet
  sleep "$BEFORE_SECONDS"
  kill -STOP "$victim"
  in_flight=$(ss -Htnp state established "sport = :${PORT[fleet]}" | grep -c "pid=$victim,") || true
  kill -KILL "$victim"
  wait "${PID[client]}" || true
  json=$(replaced)
  held=$("$scripts/supervisor" events --port "${PORT[fleet]}" --json | jq -s --argjson slot "$slot" '
    def at: .at | (sub("\\.\\d+"; "") | fromdate) + (capture("(?<f>\\.\\d+)").f | tonumber);
    [.[] | select(.slot == $slot)] | (map(select(.event == "exited")) | first | at) as $died
    | map(select(.event == "started" and at > $died)) | first | at - $died | . * 100 | round / 100')
  read -r -a figures < <(jq -rs '[(.[0].latency.p99Ms), .[1].requests, .[1].failed, .[1].latency.maxMs,
    (.[1].latency.maxMs / .[0].latency.p99Ms * 100 | round)] | @tsv' "$work/before.json" "$work/load.json")
  ok=$(verdict "figures[2] <= in_flight && figures[4] <= 500")
  [[ $ok != met ]] || met=$((met + 1))
  reason=$(jq -r ".workers[$slot]
    | \"restarts \(.restarts), \(.lastExit.reason) \(.lastExit.signal)\"" <<<"$json")
  row "$round" "$slot" "$in_flight" "${figures[2]} of ${figures[1]}" "$(jq -c .failures "$work/load.json")" \
    "${figures[0]}" "${figures[3]}" "$((figures[4] / 100)).$((figures[4] / 10 % 10))" "$held" "$reason" "$ok"
  echo "round $round: in flight $in_flight, p99, requests, failed, longest, %: ${figures[*]}, $(machine_load)"
  "$scripts/supervisor" status --port "${PORT[fleet]}" >"$work/table"
  stop fleet
done
table round slot 'in flight' failed kinds 'p99 ms of the second before' 'longest other ms' \
  'times the p99' 'replaced after s' 'status says' bar
echo "failed <= in flight, and the longest other <= 5 times the p99: $met of ${option[rounds]}. The last table:"
cat "$work/table"
