#!/usr/bin/env bash
# Burns CPU in the workers: N requests at once (default 20), each on a fresh connection.
#   scripts/cpu-load.sh [N] [--url URL] [--path PATH] [--ms MS] [--repeat R] [--json]
#     --url URL     of the service; default http://127.0.0.1:3100
#     --path PATH   what to ask; default /cpu
#     --ms MS       milliseconds of work for each request; default 100
#     --repeat R    so many runs, a line between them; default 1
#     --json        one JSON object a run
# Exit code 1 when any request failed.
set -euo pipefail

scripts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
n=20 url=http://127.0.0.1:3100 path=/cpu ms=100 repeat=1
json=()

usage_error() {
  printf 'cpu-load.sh: %s; --help shows what there is\n' "$1" >&2
  exit 2
}

number() {
  [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || usage_error "$1 takes a whole number above 0, not '$2'"
}

while (($# > 0)); do
  case $1 in
    --help)
      sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --json) json=(--json) ;;
    --url | --path | --ms | --repeat)
      (($# > 1)) || usage_error "$1 lacks its value"
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    --url=* | --path=* | --ms=* | --repeat=*)
      option=${1#--}
      printf -v "${option%%=*}" '%s' "${1#*=}"
      ;;
    -*) usage_error "unknown option $1" ;;
    *) n=$1 ;;
  esac
  shift
done
number N "$n"
number --ms "$ms"
number --repeat "$repeat"

query='?'
[[ $path != *'?'* ]] || query='&'
status=0
for ((run = 1; run <= repeat; run++)); do
  ((run == 1 || ${#json[@]} > 0)) || echo
  "$scripts/supervisor" load "${url%/}$path${query}ms=$ms" \
    --concurrency "$n" --requests "$n" --fresh "${json[@]}" || status=$?
done
exit "$status"
