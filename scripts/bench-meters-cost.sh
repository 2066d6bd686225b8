#!/usr/bin/env bash
# What the meters cost an event loop: nanoseconds per poll and per request, by JMH.
#   scripts/bench-meters-cost.sh [--forks N] [--iterations N] [--java HOME]
#     --forks N       JVMs for each figure; default 3
#     --iterations N  seconds measured in each JVM, after 3 s of warm-up; default 5
#     --java HOME     the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

option[forks]=3
option[iterations]=5
parse "$@"
require_build_tools

runtime=$scripts/../worker-app/runtime
say "building the runtime and its tests"
mvn -B -q -f "$scripts/../pom.xml" -pl worker-app/runtime test-compile \
  dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile="$work/classpath" >&2
classpath=$runtime/target/classes:$(<"$work/classpath")

# Apart from the build, whose warnings what JMH generates would not pass.
mkdir "$work/classes"
"$(dirname "$JAVA")/javac" -nowarn -d "$work/classes" -cp "$classpath" \
  "$runtime"/src/test/java/org/jvmcluster/runtime/loop/*Benchmark.java

"$JAVA" -cp "$work/classes:$classpath" org.openjdk.jmh.Main \
  -f "${option[forks]}" -i "${option[iterations]}" -rf text -rff "$work/result" >"$work/log" 2>&1 ||
  { tail -n 20 "$work/log" >&2 && fail "JMH failed"; }
environment
cat "$work/result"
