#!/usr/bin/env bash
# What a light request waits for while heavy work runs, on the event loop and off it: on one worker
# with one loop, 5 /report are sent at once and /fast 5 ms after them, again and again; against /fast
# alone. Each on a kept-alive connection of its own. Beside it what the meters say of the same time:
# both kinds of harm look the same from outside, so the columns must tell them apart.
#   scripts/bench-light.sh [--rounds N] [--seconds S] [--java HOME]
#     --rounds N    each with every arm; default 5
#     --seconds S   of each arm, at least; default 12, since status looks back 10 s
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"
# shellcheck source=scripts/connections.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/connections.sh"

readonly REPORTS=(r1 r2 r3 r4 r5)
# Reports of each kind before anything counts: the first ones take ten times as long.
readonly WARM_BURSTS=6

option[rounds]=5
option[seconds]=12
parse "$@"
need jq
declare -A waits_us=()

# burst PATH: the reports, if there is a path, and /fast 5 ms after; sets waited_us and report_us,
# which is from the first report's question to the last one's answer.
burst() {
  local name began asked answered
  if [[ -n $1 ]]; then
    stamp began
    for name in "${REPORTS[@]}"; do ask "$name" "$1"; done
    pause 0.005
  else
    pause 0.2
  fi
  stamp asked
  ask light /fast
  answer light
  stamp answered
  waited_us=$((answered - asked))
  report_us=0
  if [[ -n $1 ]]; then
    for name in "${REPORTS[@]}"; do answer "$name"; done
    stamp answered
    report_us=$((answered - began))
  fi
}

# median_ms VALUES...: of microseconds.
median_ms() {
  printf '%s\n' "$@" | jq -rs 'sort | .[length / 2 | floor] / 10 | round / 100'
}

# arm NAME PATH: one row, with what status says of the last 10 s of it.
arm() {
  local began=$SECONDS
  local heavy=-
  local -a waits=() reports=()
  while ((SECONDS - began < option[seconds])); do
    burst "$2"
    waits+=("$waited_us")
    reports+=("$report_us")
  done
  status fleet --window 10s >"$work/status"
  waits_us[$1]+="${waits[*]} "
  [[ -z $2 ]] || heavy=$(median_ms "${reports[@]}")
  # Utilization, worst second, lag p50, p99 and max, pool wait p99.
  read -r -a figures < <(jq -r '
    .workers[0] | [(.eventLoop | .utilization, .worstSecondUtilization, .lagP50Ms, .lagP99Ms, .lagMaxMs),
      .pool.kinds.cpu.waitP99Ms]
    | map(if . == null then "-" else . * 1000 | round / 1000 end) | @tsv' "$work/status")
  echo "$1: ${#waits[@]} times, /fast $(median_ms "${waits[@]}") ms," \
    "5 reports $heavy ms, ${figures[*]}, $(machine_load)"
  row "$round" "$1" "${#waits[@]}" "$(median_ms "${waits[@]}")" "$heavy" "${figures[@]}"
}

environment
# What waits a second for the loop would be refused.
start fleet --workers 1 --event-loops 1 --shed off
for name in light "${REPORTS[@]}"; do connect "$name"; done
for ((i = 0; i < WARM_BURSTS; i++)); do
  burst /report
  burst '/report?on=loop'
done
for ((round = 1; round <= option[rounds]; round++)); do
  arm idle ''
  arm 'off the loop' /report
  arm 'on the loop' '/report?on=loop'
done
stop fleet
table round arm times 'median /fast ms' 'median of 5 reports ms' utilization 'worst second' \
  'lag p50 ms' 'lag p99 ms' 'lag max ms' 'pool wait p99 ms'
# shellcheck disable=SC2086 # lists of numbers
{
  idle=$(median_ms ${waits_us[idle]})
  off=$(median_ms ${waits_us['off the loop']})
  on=$(median_ms ${waits_us['on the loop']})
}
# against_idle MS OPERATOR BAR: how many times idle, and 1 where that meets the bar.
against_idle() {
  jq -nr --argjson ms "$1" --argjson idle "$idle" "(\$ms / \$idle) as \$times
    | \"\(\$times * 10 | round / 10) \(if \$times $2 $3 then 1 else 0 end)\""
}
read -r times met < <(against_idle "$off" '<=' 5)
echo "/fast with reports off the loop: $off ms, $times times idle ($idle ms), bar 5 at most:" \
  "$(verdict "$met")"
read -r times met < <(against_idle "$on" '>=' 50)
echo "/fast with reports on the loop: $on ms, $times times idle ($idle ms), bar 50 at least:" \
  "$(verdict "$met")"
