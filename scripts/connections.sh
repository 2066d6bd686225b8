#!/usr/bin/env bash
# For bench-*.sh scripts to source after bench.sh: kept-alive connections to fleet, by their names,
# with one request at a time on each. Bash itself sends and reads, so nothing has to start first.

: "${work:?}"

declare -A connection=()
# Nothing is ever written there: to wait on it takes no process, as sleep would.
mkfifo "$work/never"
exec {never}<>"$work/never"

# stamp VARIABLE: microseconds since 1970; without a process, which would take a millisecond.
stamp() { printf -v "$1" '%s' "${EPOCHREALTIME/[.,]/}"; }

pause() { read -rt "$1" -u "$never" || true; }

connect() {
  local fd
  exec {fd}<>"/dev/tcp/127.0.0.1/${PORT[fleet]}"
  connection[$1]=$fd
}

disconnect() {
  local fd=${connection[$1]}
  exec {fd}>&-
  unset "connection[$1]"
}

# ask CONNECTION PATH: in one segment, as clients do. Bash writes a text that has the line ends in it
# at once, and line by line one whose format has them; then the kernel holds back all but the first.
ask() {
  printf '%s' "GET $2 HTTP/1.1"$'\r\n'"Host: localhost"$'\r\n\r\n' >&"${connection[$1]}"
}

# answer CONNECTION: waits for the answer and reads it; anything but 200 ends the script.
answer() {
  local line length=0
  IFS= read -rt "${ANSWER_SECONDS:-60}" -u "${connection[$1]}" line || fail "no answer on connection $1"
  [[ $line == 'HTTP/1.1 200 '* ]] || fail "connection $1 was answered ${line%$'\r'}"
  while IFS= read -rt "${ANSWER_SECONDS:-60}" -u "${connection[$1]}" line && [[ $line != $'\r' ]]; do
    [[ ${line,,} != content-length:* ]] || length=${line//[^0-9]/}
  done
  IFS= LC_ALL=C read -rN "$length" -u "${connection[$1]}" line
}
