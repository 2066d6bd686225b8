#!/usr/bin/env bash
# Whether the meters of an event loop tell the truth: an idle loop, loads that stamp their own begin
# and end, a read in the middle of a block, a second reader that looks 200 times a second, and a full
# load after a quiet time. Every round is a JVM of its own. Exits with 0 when a bar is missed too.
#   scripts/bench-meters.sh [--rounds N] [--seconds S] [--quiet S] [--java HOME]
#     --rounds N    default 5, each of 6 to 7 times the seconds, and the quiet time
#     --seconds S   of each load; default 10
#     --quiet S     before the full load of 5 s; default 20
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

option[rounds]=5
option[seconds]=10
option[quiet]=20
parse "$@"
need jq
require_build_tools

runtime_tests
environment
# In the order in which they come: case and figure, then what all rounds said of them.
figures=()
declare -A values=() bars=() verdicts=()
for ((round = 1; round <= option[rounds]; round++)); do
  # A heap and a collector as small as those of a worker.
  "$JAVA" -Xmx256m -XX:+UseSerialGC -cp "$runtime_classpath" \
    org.jvmcluster.runtime.loop.MetersBench "${option[seconds]}" "${option[quiet]}" >"$work/lines" &
  wait $!
  echo "round $round, $(machine_load)"
  while IFS= read -r line; do
    # Not split by read, which takes two tabs for one.
    mapfile -td $'\t' cells < <(printf '%s' "$line")
    key="${cells[0]}"$'\t'"${cells[1]}"
    [[ -n ${values[$key]+known} ]] || figures+=("$key")
    echo "  ${cells[0]}: ${cells[1]} ${cells[2]}${cells[4]:+, ${cells[3]}: ${cells[4]}}"
    values[$key]+="${cells[2]} "
    bars[$key]=${cells[3]}
    verdicts[$key]+="${cells[4]:-} "
  done <"$work/lines"
done
for key in "${figures[@]}"; do
  # shellcheck disable=SC2086 # lists of words
  {
    spread=$(spread ${values[$key]})
    verdict=${bars[$key]:+$(tally ${verdicts[$key]})}
  }
  row "${key%$'\t'*}" "${key#*$'\t'}" "$spread" "${bars[$key]}" "$verdict"
done
table case figure 'measured' bar verdict
