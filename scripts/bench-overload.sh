#!/usr/bin/env bash
# What an overload does and how soon it is over: 3 workers, /block?ms=100 (a held loop, no CPU, so
# that client and workers do not fight for the cores), an open load of half the capacity all the
# time and one and a half times the capacity more for a while, clients that come back up to 3 times.
# Arms: a connection for each request; kept-alive connections; the first with --shed off.
#   scripts/bench-overload.sh [--rounds N] [--java HOME]
#     --rounds N    rounds, each with every arm; default 3
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly REQUEST='/block?ms=100'
# 3 workers, 10 requests a second each.
readonly CAPACITY=30
readonly QUIET_SECONDS=12 OVERLOAD_SECONDS=20 AFTER_SECONDS=18
readonly CLIENT=(--timeout 3s --retries 3 --per-second)

option[rounds]=3
parse "$@"
need jq

# measured FILES...: goodput in percent of the capacity within the overload (answers that came), the
# share of the overload's requests that never got one, the longest p50 of a second, and the seconds
# from the last new request of the overload until every request is answered at once and as fast as
# before; what the clients still send again then is in it.
measured() {
  jq -rs --argjson quiet "$QUIET_SECONDS" --argjson over "$OVERLOAD_SECONDS" \
    --argjson capacity "$CAPACITY" '
    def at: .startedAt | (sub("\\.\\d+"; "") | fromdate) + (capture("(?<f>\\.\\d+)").f | tonumber);
    def due($from; $to): .perSecond[] | select(.second >= $from and .second < $to);
    .[0] as $base | .[1] as $extra
    # The second of the base load in which the other one has begun, and that in which it has ended.
    | (($extra | at) - ($base | at) | ceil) as $from | ($from + $over) as $until
    | ([$base | due($from + 2; $until) | .answers] | add) as $a
    | ([$extra | due(2; $over) | .answers] | add) as $b
    | ([$base | due(2; $quiet) | .p50Ms] | sort | .[length / 2 | floor]) as $normal
    | ([$base | due($until; $until + 100)
        | select(.good + .failed > 0)
        | select(.failed > 0 or .p50Ms > 2 * $normal) | .second - $until + 1]
       | max // 0) as $recovery
    | ([$base | due($from; $until)] + [$extra | due(0; $over)]) as $rows
    | [(($a + $b) * 100 / ($capacity * ($over - 2)) | round),
       (([$rows[].failed] | add) * 100 / ([$rows[] | .good + .failed] | add) | round),
       ([$rows[].p50Ms // 0] | max | round), $recovery, ($normal | round)] | @tsv' "$@"
}

# arm NAME SUPERVISOR-OPTION... -- LOAD-OPTION...
arm() {
  local name=$1 base extra status
  local -a options=() load=()
  shift
  while [[ $1 != -- ]]; do options+=("$1") && shift; done
  shift
  load=("$@")
  start fleet --workers 3 "${options[@]}"
  "$scripts/supervisor" load "http://127.0.0.1:${PORT[fleet]}$REQUEST" --json "${CLIENT[@]}" \
    "${load[@]}" --rate "$((CAPACITY / 2))" \
    --seconds "$((QUIET_SECONDS + OVERLOAD_SECONDS + AFTER_SECONDS))" >"$work/base.json" &
  base=$!
  # Until its first answers, which is when its own clock has begun.
  await_traffic fleet
  sleep "$QUIET_SECONDS"
  "$scripts/supervisor" load "http://127.0.0.1:${PORT[fleet]}$REQUEST" --json "${CLIENT[@]}" \
    "${load[@]}" --rate "$((CAPACITY * 3 / 2))" --seconds "$OVERLOAD_SECONDS" >"$work/extra.json" &
  extra=$!
  wait "$extra" || true
  wait "$base" || true
  status=$(status fleet --window all)
  read -r -a figures < <(measured "$work/base.json" "$work/extra.json")
  shed=$(jq -c '[.workers[].shed.count // 0] | add' <<<"$status")
  stop fleet
  echo "$name: goodput ${figures[0]} %, failed ${figures[1]} %, slowest p50 of a second ${figures[2]} ms," \
    "normal again after ${figures[3]} s (normal p50 ${figures[4]} ms), refused $shed, $(machine_load)"
  row "$round" "$name" "${figures[@]}" "$shed"
}

environment
for ((round = 1; round <= option[rounds]; round++)); do
  arm "fresh connections" -- --fresh
  arm "kept alive" --
  arm "fresh, --shed off" --shed off -- --fresh
done
table round arm 'goodput % of capacity' 'never answered %' 'slowest p50 of a second, ms' \
  'normal after s' 'normal p50 ms' refused
echo "bars with shedding: goodput >= 80 %, normal within 5 s"
