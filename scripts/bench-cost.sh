#!/usr/bin/env bash
# What being supervised costs: 3 plain workers, each the bundled service with a SO_REUSEPORT socket of
# its own, against 3 supervised ones, with --accept idle and own. In turns, since a machine's speed
# drifts. CPU is that of the workers, read from /proc in ticks of 10 ms.
#   scripts/bench-cost.sh [--rounds N] [--connections N] [--seconds S] [--java HOME]
#     --rounds N       turns; default 5
#     --connections N  fresh connections by ab in a turn; default 30000
#     --seconds S      of kept-alive load by wrk in a turn; default 5
#     --java HOME      the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly WORKERS=3
readonly ARMS=(plain idle own)
readonly BOOT_SECONDS=60

option[rounds]=5
option[connections]=30000
option[seconds]=5
parse "$@"
need jq ss ab wrk
declare -A workers=() connects=() connection_cpu=() requests=() request_cpu=() errors=()
ticks_a_second=$(getconf CLK_TCK)

# Workers without a supervisor, with the JVM options of supervised ones. The first one's port of the
# system's choice is taken by the others too.
launch_plain() {
  local i port=0 path
  path=$(printf ':%s' "$scripts"/../target/dist/netty-*.jar)
  for ((i = 0; i < WORKERS; i++)); do
    env PORT="$port" "$JAVA" -XX:+UseSerialGC -Xms32m -Xmx512m -XX:+ExitOnOutOfMemoryError \
      -XX:FlightRecorderOptions=stackdepth=1024 --enable-native-access=ALL-UNNAMED \
      -cp "$scripts/../target/dist/workload.jar$path" org.jvmcluster.workload.Main --reuse-port \
      >"$work/plain$i.out" 2>&1 &
    workers[plain]+="$! "
    await "$work/plain$i.out" 'listens on' "$!" "$BOOT_SECONDS"
    port=$(sed -nE 's|.*listens on http://.*:([0-9]+)$|\1|p' "$work/plain$i.out")
  done
  PORT[plain]=$port
}

# CPU time of an arm's workers in microseconds.
cpu_us() {
  local pid stat sum=0
  for pid in ${workers[$1]}; do
    read -r stat <"/proc/$pid/stat"
    # Behind the name, which may have spaces: the 12th and 13th are user and system time.
    read -r -a stat <<<"${stat##*) }"
    sum=$((sum + stat[11] + stat[12]))
  done
  echo $((sum * 1000000 / ticks_a_second))
}

# per BEFORE AFTER N: CPU microseconds of each.
per() { jq -n "($2 - $1) / $3 * 10 | round / 10"; }

# turn ARM: a turn of both loads.
turn() {
  local url=http://127.0.0.1:${PORT[$1]}/fast before after count=${option[connections]}
  before=$(cpu_us "$1")
  ab -q -r -c8 -n "$count" "$url" >"$work/ab"
  after=$(cpu_us "$1")
  connects[$1]+="$(sed -nE 's/^Requests per second: +([0-9.]+).*/\1/p' "$work/ab") "
  connection_cpu[$1]+="$(per "$before" "$after" "$count") "
  # Answers differ in length by the pid in them, which ab counts as "Length".
  errors[$1]=$((${errors[$1]:-0} + $(awk '/\(Connect:/ {sum += $2 + $4 + $8}
    /^Non-2xx/ {sum += $3} END {print sum + 0}' "$work/ab")))
  before=$(cpu_us "$1")
  wrk -t2 -c32 -d"${option[seconds]}s" "$url" >"$work/wrk"
  after=$(cpu_us "$1")
  count=$(sed -nE 's/^ *([0-9]+) requests in.*/\1/p' "$work/wrk")
  requests[$1]+="$(sed -nE 's/^Requests\/sec: +([0-9.]+)/\1/p' "$work/wrk") "
  request_cpu[$1]+="$(per "$before" "$after" "$count") "
  echo "$1: connections/s, us; requests/s, us:" "${connects[$1]}" "${connection_cpu[$1]}" "${requests[$1]}" \
    "${request_cpu[$1]}," "$(machine_load)"
  ! grep -E 'Socket errors|Non-2xx' "$work/wrk" || errors[$1]=$((${errors[$1]} + 1))
}

environment
launch idle --workers "$WORKERS" --accept idle
launch own --workers "$WORKERS" --accept own
launch_plain
for arm in idle own; do workers[$arm]=$(status "$arm" | jq -r '[.workers[].pid] | join(" ")'); done
for arm in "${ARMS[@]}"; do turn "$arm"; done
echo 'the turn above was for practice and does not count'
connects=() connection_cpu=() requests=() request_cpu=() errors=()
for ((round = 1; round <= option[rounds]; round++)); do
  for arm in "${ARMS[@]}"; do turn "$arm"; done
done
for arm in "${ARMS[@]}"; do
  # shellcheck disable=SC2086 # lists of numbers
  row "$arm" "$(spread ${connects[$arm]})" "$(spread ${connection_cpu[$arm]})" \
    "$(spread ${requests[$arm]})" "$(spread ${request_cpu[$arm]})" "${errors[$arm]}"
done
table workers 'fresh connections/s' 'CPU us a connection' 'kept-alive requests/s' 'CPU us a request' errors
