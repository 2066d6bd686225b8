#!/usr/bin/env bash
# Where kept-alive connections are after a rolling restart: 30 clients that ask without a pause, on
# 3 workers; connections of each worker right after the restart and some seconds later.
#   scripts/bench-connections.sh [--restarts N] [--seconds S] [--java HOME]
#     --restarts N  one after the other; default 5
#     --seconds S   of load for each restart; default 24. A load that ends too soon is told.
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly CLIENTS=30
# Workers report once a second, and each round of spreading waits for reports of all.
readonly LATER_SECONDS=6
option[restarts]=5
option[seconds]=24
parse "$@"
need jq ss

environment
start fleet --workers 3
begin_load fleet '/wait?ms=20' --concurrency "$CLIENTS" --requests 10000000 \
  --seconds $((option[restarts] * option[seconds] + LATER_SECONDS))
await_traffic fleet

connections() { status fleet | jq -r '[.workers[].connections] | join("/")'; }

sleep "$LATER_SECONDS"
row start "$(connections)" '' ''
least=$CLIENTS
for ((i = 1; i <= option[restarts]; i++)); do
  "$scripts/supervisor" restart --port "${PORT[fleet]}" >"$work/steps"
  at_once=$(connections)
  sleep "$LATER_SECONDS"
  kill -0 "${PID[client]}" 2>/dev/null || fail "the load ended before restart $i was over; give more --seconds"
  later=$(connections)
  row "$i" "$at_once" "$later" "$(status fleet | jq .restart.seconds)"
  echo "restart $i: $at_once, $LATER_SECONDS s later $later, $(machine_load)"
  fewest=$(tr / '\n' <<<"$later" | sort -n | head -n 1)
  ((fewest >= least)) || least=$fewest
done
wait "${PID[client]}" || true
stop fleet
table restart 'connections at once' "$LATER_SECONDS s later" 'restart s'
echo "$(jq -c '{requests, failed, failures}' "$work/load.json"); fewest connections of a worker $least," \
  "every worker must have some: $(verdict "least > 0 && $(jq .failed "$work/load.json") == 0")"
