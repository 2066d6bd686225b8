#!/usr/bin/env bash
# For bench.sh to source: what the machine is, and figures as rows of a table for a document.

# Set by bench.sh.
: "${scripts:?}" "${work:?}"

# What a reader must know of the machine to judge a figure.
environment() {
  local model commit version
  model=$(sed -nE '0,/^model name/s/^model name[^:]*: (.*)/\1/p' /proc/cpuinfo)
  commit=$(git -C "$scripts" describe --always --dirty 2>/dev/null) || commit=unknown
  version=$("$JAVA" -version 2>&1 | sed -nE '1s/.*"(.*)".*/\1/p')
  echo "$(basename "$0"), $(date -u +%F), commit $commit, Java $version, Linux $(uname -r)"
  echo "$(nproc) cores (${model:-unknown})," \
    "net.ipv4.tcp_migrate_req $(cat /proc/sys/net/ipv4/tcp_migrate_req), $(machine_load)"
  echo
}

machine_load() { echo "load average $(cut -d' ' -f1 /proc/loadavg)"; }

# spread VALUES...: median (lowest-highest).
spread() {
  printf '%s\n' "$@" | jq -rs '
    def short:
      if . >= 100 then round elif . >= 10 then . * 10 | round / 10 else . * 1000 | round / 1000 end;
    sort | (length / 2 | floor) as $half
    | (if length % 2 == 1 then .[$half] else (.[$half - 1] + .[$half]) / 2 end) as $median
    | "\($median | short) (\(.[0] | short)-\(.[-1] | short))"'
}

# tally VALUES...: each with how often it came, most frequent first.
tally() {
  printf '%s\n' "$@" | sort | uniq -c | sort -rn |
    awk '{printf "%s%s x %s", (NR > 1 ? ", " : ""), $2, $1} END {print ""}'
}

# verdict CONDITION: of the shell's arithmetic.
verdict() { if (($1)); then echo met; else echo MISSED; fi; }

# row CELL...: kept for the table, which stands behind the runs it sums up.
row() {
  local cell
  for cell in "$@"; do printf '| %s ' "$cell"; done >>"$work/rows"
  echo '|' >>"$work/rows"
}

# table HEADER...: prints the rows so far, and begins anew.
table() {
  local cell
  echo
  for cell in "$@"; do printf '| %s ' "$cell"; done
  echo '|'
  printf '|%.0s---' "$@"
  echo '|'
  cat "$work/rows"
  rm "$work/rows"
  echo
}
