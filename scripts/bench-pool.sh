#!/usr/bin/env bash
# What the task pool promises: how many slow tasks run at once, when threads start, order, exact
# stamps, expired and rejected tasks, permits, and three times the load that it can bear.
#   scripts/bench-pool.sh [--seconds S] [--java HOME]
#     --seconds S   how long the overload lasts; default 10
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

option[seconds]=10
parse "$@"
need jq
require_build_tools

# The program measured is the one that the service carries in its jar.
root=$(dirname "$scripts")
say "building worker-app"
mvn -B -q -ntp -f "$root/pom.xml" -pl worker-app/workload -am -DskipTests \
  -Dspotless.check.skip=true package >&2

environment
# A heap and a collector as small as those of a worker.
"$JAVA" -Xmx256m -XX:+UseSerialGC \
  -cp "$root/worker-app/runtime/target/test-classes:$(echo "$root"/worker-app/workload/target/*-app.jar)" \
  org.jvmcluster.runtime.pool.PoolBench "${option[seconds]}" >"$work/lines" || status=$?
while IFS=$'\t' read -r what measured bar; do
  echo "$what: $measured"
  row "$what" "$measured" "$bar"
done <"$work/lines"
table 'case' 'measured' 'bar'
exit "${status:-0}"
