#!/usr/bin/env bash
# What the meters cost an event loop: nanoseconds per poll and per request, by JMH; and, under load,
# the loop's CPU per request of a worker with meters against one without (-Dsupervisor.meters=off):
# one worker with one loop, kept-alive connections by wrk on /fast. Each pair is two new fleets,
# since one JVM compiles the same code better than the next, loaded in turns and in changing order.
# CPU is the loop thread's, from its schedstat. The 95 % interval of the median ratio is the exact
# one of order statistics: it assumes no distribution.
#   scripts/bench-meters-cost.sh [--forks N] [--iterations N] [--pairs N] [--turns N] [--seconds S]
#                                [--warm N] [--connections N] [--java HOME]
#     --forks N        JVMs for each figure of JMH; default 3
#     --iterations N   seconds measured in each of them, after 3 s of warm-up; default 5
#     --pairs N        of fleets; default 20; the interval needs 6
#     --turns N        of each fleet of a pair; default 2
#     --seconds S      of load in a turn; default 3
#     --warm N         requests to each new fleet before its turns, so that both have compiled the
#                      same, in at most 60 s; default 400000
#     --connections N  default 16
#     --java HOME      the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

# The kernel keeps 15 letters of a thread's name.
readonly LOOP_THREAD=vert.x-eventloo
readonly WARM_SECONDS=60

option[forks]=3
option[iterations]=5
option[pairs]=20
option[turns]=2
option[seconds]=3
option[warm]=400000
option[connections]=16
parse "$@"
need jq wrk
require_build_tools
declare -A schedstat=() cpu_ns=() requests=()

by_jmh() {
  runtime_tests
  # Apart from the build, whose warnings what JMH generates would not pass.
  mkdir "$work/classes"
  "$(dirname "$JAVA")/javac" -nowarn -d "$work/classes" -cp "$runtime_classpath" \
    "$scripts"/../worker-app/runtime/src/test/java/org/jvmcluster/runtime/loop/*Benchmark.java
  "$JAVA" -cp "$work/classes:$runtime_classpath" org.openjdk.jmh.Main \
    -f "${option[forks]}" -i "${option[iterations]}" -rf text -rff "$work/result" \
    >"$work/log" 2>&1 &
  wait $! || { tail -n 20 "$work/log" >&2 && fail "JMH failed"; }
  cat "$work/result"
  echo
}

# begin_fleet on|off: one worker, and where its loop's CPU time stands.
begin_fleet() {
  local json pid task without=0
  local -a found=()
  launch "$1" --workers 1 --event-loops 1 "--jvm-opt=-Dsupervisor.meters=$1"
  json=$(status "$1")
  # Guards against comparing a fleet with itself.
  [[ $1 == on ]] || without=1
  [[ $(jq '[.workers[0].reduced[] | select(contains("supervisor.meters=off"))] | length' \
    <<<"$json") == "$without" ]] || fail "the worker of fleet $1 has the wrong meters"
  pid=$(jq .workers[0].pid <<<"$json")
  for task in "/proc/$pid/task"/*; do
    [[ $(<"$task/comm") != "$LOOP_THREAD" ]] || found+=("$task/schedstat")
  done
  ((${#found[@]} == 1)) || fail "the worker of fleet $1 has ${#found[@]} event loops instead of 1"
  schedstat[$1]=${found[0]}
  cpu_ns[$1]=0
  requests[$1]=0
  warm_up "$1"
}

warm_up() {
  local answered=0 began=$SECONDS
  while ((answered < option[warm] && SECONDS - began < WARM_SECONDS)); do
    wrk_on "$1" 2
    answered=$((answered + $(answers)))
  done
}

wrk_on() {
  wrk -t1 "-c${option[connections]}" "-d${2}s" "http://127.0.0.1:${PORT[$1]}/fast" >"$work/wrk" &
  wait $!
  ! grep -E 'Socket errors|Non-2xx' "$work/wrk" || fail "requests of fleet $1 failed"
}

# How many requests the last wrk_on had answered.
answers() { sed -nE 's/^ *([0-9]+) requests in.*/\1/p' "$work/wrk"; }

loop_cpu_ns() { cut -d' ' -f1 "${schedstat[$1]}"; }

# turn on|off: adds to the loop's CPU and the requests of the fleet.
turn() {
  local before after
  before=$(loop_cpu_ns "$1")
  wrk_on "$1" "${option[seconds]}"
  after=$(loop_cpu_ns "$1")
  cpu_ns[$1]=$((${cpu_ns[$1]} + after - before))
  requests[$1]=$((${requests[$1]} + $(answers)))
}

# interval VALUES...: the k-th lowest and the k-th highest, for the largest k with which they hold
# the median between them in at least 95 % of all cases; nothing where there is no such k.
interval() {
  printf '%s\n' "$@" | jq -rs '
    sort | length as $n
    | (reduce range(1; $n + 1) as $i ([1]; . + [.[-1] * ($n - $i + 1) / $i])
       | map(. / pow(2; $n))) as $binomial
    | [range(1; ($n / 2 | floor) + 1) | select(2 * ($binomial[:.] | add) <= 0.05)] as $k
    | select($k != []) | "\(.[$k[-1] - 1]) \(.[$n - $k[-1]])"'
}

environment
by_jmh
on_us=() off_us=() ratios=()
for ((pair = 1; pair <= option[pairs]; pair++)); do
  order=(on off)
  ((pair % 2 == 1)) || order=(off on)
  for arm in "${order[@]}"; do begin_fleet "$arm"; done
  for ((i = 0; i < option[turns]; i++)); do
    for arm in "${order[@]}"; do turn "$arm"; done
    order=("${order[1]}" "${order[0]}")
  done
  for arm in on off; do stop "$arm"; done
  read -r on off ratio < <(jq -nr "(${cpu_ns[on]} / ${requests[on]} / 1000) as \$on
    | (${cpu_ns[off]} / ${requests[off]} / 1000) as \$off
    | [\$on, \$off, \$on / \$off] | map(. * 10000 | round / 10000) | @tsv")
  on_us+=("$on")
  off_us+=("$off")
  ratios+=("$ratio")
  echo "pair $pair: $on us with meters, $off without, ratio $ratio," \
    "${requests[on]} and ${requests[off]} requests, $(machine_load)"
done
bounds=$(interval "${ratios[@]}")
row "$(spread "${on_us[@]}")" "$(spread "${off_us[@]}")" "$(spread "${ratios[@]}")" \
  "${bounds:-needs 6 pairs}"
table 'loop CPU us a request, meters on' 'the same, off' 'ratio of a pair' '95 % interval of the median ratio'
if [[ -n $bounds ]]; then
  echo "median of ${option[pairs]} pairs, bar: the interval contains 1.02 or lies below:" \
    "$(verdict "$(jq -n "${bounds% *} <= 1.02 | if . then 1 else 0 end")")"
fi
