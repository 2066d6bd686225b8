#!/usr/bin/env bash
# For the bench-*.sh scripts to source: starts fleets, loads them, sums up, stops what it started.
# Every fleet has a name and a port that the system chose; all traffic stays on loopback.

scripts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=scripts/java.sh
source "$scripts/java.sh"

# A first start builds the program.
readonly START_SECONDS=900
# Longer than any load here takes to begin on a busy machine.
readonly LOAD_SECONDS=60

work=$(mktemp -d)
# shellcheck source=scripts/figures.sh
source "$scripts/figures.sh"
declare -A PID=() PORT=()
# Of the script: name and default, for parse.
declare -A option=([java]='')

clean_up() {
  local pid
  for pid in $(jobs -p); do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# parse ARGUMENTS...: into option; all but java are whole numbers.
parse() {
  local name
  while (($# > 0)); do
    name=${1#--}
    if [[ $1 == --help ]]; then
      sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
      exit 0
    fi
    [[ $1 == --* && -n ${option[$name]+known} ]] ||
      fail "unknown argument $1; --help shows what there is" 2
    (($# > 1)) || fail "$1 lacks its value" 2
    [[ $name == java || $2 =~ ^[1-9][0-9]{0,8}$ ]] ||
      fail "$1 takes a whole number above 0, not '$2'" 2
    option[$name]=$2
    shift 2
  done
  [[ -z ${option[java]} ]] || export JAVA_HOME=${option[java]}
  require_java
}

# need TOOL...: ends the script where one is missing.
need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null ||
      fail "$tool is missing; on Debian: sudo apt-get install jq iproute2 apache2-utils wrk"
  done
}

# Compiles the runtime and its tests; sets runtime_classpath, with which the tests' programs run.
runtime_tests() {
  local root runtime
  root=$(dirname "$scripts")
  runtime=$root/worker-app/runtime
  say "building the runtime and its tests"
  mvn -B -q -ntp -f "$root/pom.xml" -pl worker-app/runtime -Dspotless.check.skip=true \
    test-compile dependency:build-classpath -Dmdep.includeScope=test \
    -Dmdep.outputFile="$work/classpath" >&2
  # shellcheck disable=SC2034 # for the script that sources this
  runtime_classpath=$runtime/target/classes:$runtime/target/test-classes:$(<"$work/classpath")
}

now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }

# await FILE PATTERN PID SECONDS: until a line is there; the process that writes it must live.
await() {
  local began=$SECONDS
  until grep -qE "$2" "$1"; do
    kill -0 "$3" 2>/dev/null ||
      { tail -n 20 "${1%.out}".* >&2 && fail "process $3 ended before it wrote '$2'"; }
    ((SECONDS - began < $4)) || fail "process $3 did not write '$2' within $4 s"
    sleep 0.02
  done
}

# launch FLEET OPTIONS...: a supervisor, until all its workers are ready.
launch() {
  # Here, since the background job may be late: an earlier fleet of this name was ready too.
  : >"$work/$1.out"
  "$scripts/supervisor" run --port 0 "${@:2}" >"$work/$1.out" 2>"$work/$1.err" &
  PID[$1]=$!
  await "$work/$1.out" '^all workers are ready' "${PID[$1]}" "$START_SECONDS"
  PORT[$1]=$(sed -nE '1s|.*:([0-9]+)/.*|\1|p' "$work/$1.out")
}

# start FLEET OPTIONS...: the same, and workers that have answered before.
# WARM_REQUESTS makes that shorter where a script is only tried.
start() {
  launch "$@"
  load "$1" /fast --concurrency 8 --requests "${WARM_REQUESTS:-6000}" --fresh >"$work/warm"
}

stop() {
  kill "${PID[$1]}"
  wait "${PID[$1]}" || fail "fleet $1 ended with exit code $?: $(tail -n 3 "$work/$1.err")"
  unset "PID[$1]" "PORT[$1]"
}

# load FLEET PATH OPTIONS...: the result as JSON, also of a load with failed requests.
load() {
  local json
  json=$("$scripts/supervisor" load "http://127.0.0.1:${PORT[$1]}$2" --json "${@:3}") || [[ -n $json ]] ||
    fail "the load on $2 gave no result"
  echo "$json"
}

# begin_load FLEET PATH OPTIONS...: in the background, as process client; result in load.json.
begin_load() {
  "$scripts/supervisor" load "http://127.0.0.1:${PORT[$1]}$2" --json "${@:3}" >"$work/load.json" &
  PID[client]=$!
}

status() { "$scripts/supervisor" status --port "${PORT[$1]}" --json "${@:2}"; }

# Waits until the fleet has connections.
await_traffic() {
  local began=$SECONDS
  until [[ -n $(ss -Htn state established "sport = :${PORT[$1]}") ]]; do
    ((SECONDS - began < LOAD_SECONDS)) || fail "no load within $LOAD_SECONDS s"
    sleep 0.02
  done
}
