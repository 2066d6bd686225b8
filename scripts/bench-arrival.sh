#!/usr/bin/env bash
# Whether a worker's latency has the wait of a request that comes while its loop is blocked: on one
# worker a kept-alive connection sends /fast 300 ms after another one has sent /block?ms=1000. The
# client stamps its own wait. A connection's first request, whose wait is known by other means, is
# over by then.
# How the figure is singled out: the 10 s window of status then holds these two requests only. Of two
# durations the p50 is the shorter one, which is that of /fast, in latency as in server time.
#   scripts/bench-arrival.sh [--rounds N] [--java HOME]
#     --rounds N    default 10, of some 15 s each
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"
# shellcheck source=scripts/connections.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/connections.sh"

# The window of status, and the seconds in which the last reports come.
readonly WINDOW_SECONDS=16

option[rounds]=10
parse "$@"
need jq

# await_window REQUESTS: the status, once the last 10 s have so many.
await_window() {
  local json count try
  for ((try = 0; try < WINDOW_SECONDS * 2; try++)); do
    json=$(status fleet --window 10s)
    count=$(jq '.workers[0].latency.count // 0' <<<"$json")
    if ((count == $1)); then
      echo "$json"
      return
    fi
    sleep 0.5
  done
  fail "the last 10 s have $count requests instead of $1"
}

environment
start fleet --workers 1 --event-loops 1
apart=() server=() within=0 fast=0 asked_us=0 answered_us=0
for ((round = 1; round <= option[rounds]; round++)); do
  connect kept
  connect blocking
  ask kept /fast
  answer kept
  ask blocking /fast
  answer blocking
  await_window 0 >"$work/quiet"
  ask blocking '/block?ms=1000'
  pause 0.3
  stamp asked_us
  ask kept /fast
  answer kept
  stamp answered_us
  waited_us=$((answered_us - asked_us))
  answer blocking
  disconnect kept
  disconnect blocking
  await_window 2 >"$work/status"
  read -r latency server_time distance < <(jq -r --argjson waited "$waited_us" '
    .workers[0] | [.latency.p50Ms, .serverTime.p50Ms, .latency.p50Ms - $waited / 1000]
    | map(. * 100 | round / 100) | @tsv' "$work/status")
  apart+=("$distance")
  server+=("$server_time")
  within=$((within + $(jq -n "$distance | fabs <= 20 | if . then 1 else 0 end")))
  fast=$((fast + $(jq -n "$server_time <= 10 | if . then 1 else 0 end")))
  echo "round $round: client $((waited_us / 1000)) ms, latency $latency ms, server time $server_time ms," \
    "$(machine_load)"
  row "$round" "$((waited_us / 1000)).$((waited_us / 100 % 10))" "$latency" "$distance" "$server_time"
done
stop fleet
table round 'client waited ms' 'latency ms' 'latency - client ms' 'server time ms'
echo "latency - client $(spread "${apart[@]}") ms, within 20 ms in $within of ${option[rounds]}:" \
  "$(verdict "within == option[rounds]")"
echo "server time $(spread "${server[@]}") ms, at most 10 ms in $fast of ${option[rounds]}:" \
  "$(verdict "fast == option[rounds]")"
