#!/usr/bin/env bash
# What further workers bring where the CPU is the limit: 20 requests at once that use 100 ms of CPU
# each (what scripts/cpu-load.sh 20 does), on 1, 2 and 3 workers in turn.
#   scripts/bench-scaling.sh [--rounds N] [--java HOME]
#     --rounds N    runs of each; default 5
#     --java HOME   the JDK of everything; default JAVA_HOME or the first on the path
set -euo pipefail

# shellcheck source=scripts/bench.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bench.sh"

readonly MOST_WORKERS=3

option[rounds]=5
parse "$@"
need jq
cores=$(nproc)
declare -A totals=()

environment
for ((n = 1; n <= MOST_WORKERS; n++)); do start "$n" --workers "$n"; done
for ((round = 1; round <= option[rounds]; round++)); do
  for ((n = 1; n <= MOST_WORKERS; n++)); do
    json=$(load "$n" "/cpu?ms=100" --concurrency 20 --requests 20 --fresh)
    total=$(jq .totalMs <<<"$json")
    totals[$n]+="$total "
    echo "run $round, workers $n: $total ms, $(jq .failed <<<"$json") failed, $(machine_load)"
  done
done
for ((n = 1; n <= MOST_WORKERS; n++)); do
  ceiling=$((n < cores ? n : cores))
  # Run by run, so that a slow moment of the machine meets both sides.
  read -r -a ratios < <(jq -rn --arg one "${totals[1]}" --arg these "${totals[$n]}" '
    def numbers: split(" ") | map(select(. != "") | tonumber);
    [$one | numbers, ($these | numbers)] | transpose | map(.[0] / .[1]) | @tsv')
  mapfile -t shares < <(printf '%s\n' "${ratios[@]}" | jq ". / $ceiling * 100")
  # shellcheck disable=SC2086 # a list of numbers
  row "$n" "$(spread ${totals[$n]})" "$(spread "${ratios[@]}")" "$ceiling" "$(spread "${shares[@]}")"
  stop "$n"
done
table workers 'total ms' 'times as fast as one' 'ceiling min(workers, cores)' '% of the ceiling'
