#!/usr/bin/env bash
# What a fleet of 3 workers takes: time until it listens and until all are ready, memory after some
# requests, and the time of a restart without load; beside it one bundled service alone.
#   scripts/bench-footprint.sh [--rounds N] [--java HOME]
#     --rounds N    starts and restarts; default 5
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly WORKERS=3
readonly REQUESTS=3000
readonly BOOT_SECONDS=60

option[rounds]=5
parse "$@"
need jq
opened=() listed=() ready=() worker_ready=() warm_ready=() restarts=() worker_pss=() supervisor_pss=()
alone_ready=() alone_pss=()

# pss PID: proportional memory in MB; shared pages count by the number of processes that have them.
pss() { awk '/^Pss:/ {printf "%.1f\n", $2 / 1024}' "/proc/$1/smaps_rollup"; }

# ready_millis GENERATION: of each of its workers, from its start.
ready_millis() {
  "$scripts/supervisor" events --port "${PORT[fleet]}" --json |
    jq "select(.event == \"ready\" and .generation == $1) | .millis"
}

fleet_round() {
  local began out=$work/fleet.out pid
  : >"$out"
  began=$(now_ms)
  "$scripts/supervisor" run --port 0 --workers "$WORKERS" >"$out" 2>"$work/fleet.err" &
  PID[fleet]=$!
  await "$out" '^supervisor listens' "$!" "$BOOT_SECONDS"
  opened+=($(($(now_ms) - began)))
  await "$out" '^slot' "$!" "$BOOT_SECONDS"
  listed+=($(($(now_ms) - began)))
  await "$out" '^all workers are ready' "$!" "$BOOT_SECONDS"
  ready+=($(($(now_ms) - began)))
  PORT[fleet]=$(sed -nE '1s|.*:([0-9]+)/.*|\1|p' "$out")
  load fleet /fast --concurrency 8 --requests "$REQUESTS" --fresh >"$work/load"
  for pid in $(status fleet | jq '.workers[].pid'); do worker_pss+=("$(pss "$pid")"); done
  supervisor_pss+=("$(pss "${PID[fleet]}")")
  mapfile -t -O "${#worker_ready[@]}" worker_ready < <(ready_millis 1)
  "$scripts/supervisor" restart --port "${PORT[fleet]}" >"$work/steps"
  restarts+=("$(status fleet | jq .restart.seconds)")
  mapfile -t -O "${#warm_ready[@]}" warm_ready < <(ready_millis 2)
  stop fleet
  echo "fleet: listens ${opened[-1]} ms, table ${listed[-1]} ms, ready ${ready[-1]} ms," \
    "restart ${restarts[-1]} s, supervisor ${supervisor_pss[-1]} MB, $(machine_load)"
}

alone_round() {
  local began out=$work/alone.out pid
  : >"$out"
  began=$(now_ms)
  env PORT=0 "$JAVA" -XX:+UseSerialGC -Xms32m -Xmx512m -jar "$scripts/../target/dist/workload.jar" \
    >"$out" 2>&1 &
  pid=$!
  await "$out" 'listens on' "$pid" "$BOOT_SECONDS"
  alone_ready+=($(($(now_ms) - began)))
  PORT[alone]=$(sed -nE 's|.*listens on http://.*:([0-9]+)$|\1|p' "$out")
  load alone /fast --concurrency 8 --requests "$((REQUESTS / WORKERS))" --fresh >"$work/load"
  alone_pss+=("$(pss "$pid")")
  kill "$pid"
  wait "$pid" || true
  echo "alone: listens ${alone_ready[-1]} ms, ${alone_pss[-1]} MB, $(machine_load)"
}

environment
start fleet --workers 1 # Builds where that is needed, and reads the files once.
stop fleet
for ((round = 1; round <= option[rounds]; round++)); do
  fleet_round
  alone_round
done
row 'command to listening, ms' "$(spread "${opened[@]}")"
row 'command to the first table, ms' "$(spread "${listed[@]}")"
row "command to $WORKERS workers ready, ms" "$(spread "${ready[@]}")"
row "a worker's start to ready, $WORKERS at once, ms" "$(spread "${worker_ready[@]}")"
row "a replacement's start to ready, one at a time and warmed up, ms" "$(spread "${warm_ready[@]}")"
row "restart of $WORKERS workers, s" "$(spread "${restarts[@]}")"
row "PSS of a worker after $((REQUESTS / WORKERS)) requests, MB" "$(spread "${worker_pss[@]}")"
row 'PSS of the supervisor, MB' "$(spread "${supervisor_pss[@]}")"
row 'the service alone: command to listening, ms' "$(spread "${alone_ready[@]}")"
row "the service alone: PSS after $((REQUESTS / WORKERS)) requests, MB" "$(spread "${alone_pss[@]}")"
table what "Java $JAVA_MAJOR"
