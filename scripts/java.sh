#!/usr/bin/env bash
# For the other scripts to source: finds Java, and installs what is missing where it may.

readonly MIN_JAVA=17

say() { printf 'supervisor: %s\n' "$*" >&2; }

fail() {
  say "$1"
  exit "${2:-1}"
}

# Prints the major version of a java binary; nothing if it is none. The file that every JDK brings
# is read first: asking the binary takes longer than many a command.
java_major() {
  local home text
  [[ -x $1 ]] || return 0
  home=$(dirname "$(dirname "$(readlink -f "$1")")")
  if [[ -r $home/release ]]; then
    text=$(sed -nE 's/^JAVA_VERSION="(1\.)?([0-9]+).*/\2/p' "$home/release")
  else
    text=$("$1" -version 2>&1 | sed -nE '1,/version "/s/.*version "(1\.)?([0-9]+).*/\2/p') || true
  fi
  printf '%s' "$text"
}

# Sets JAVA and JAVA_MAJOR: that of JAVA_HOME, else the first good one on the path or in the usual
# places. With an argument the JDK must bring that tool too. Returns 1 if there is none.
find_java() {
  local candidate
  local -a candidates
  if [[ -n ${JAVA_HOME:-} ]]; then
    candidates=("$JAVA_HOME/bin/java")
  else
    candidates=("$(command -v java || true)" /usr/lib/jvm/*/bin/java /opt/*/bin/java)
  fi
  for candidate in "${candidates[@]}"; do
    JAVA=$candidate
    JAVA_MAJOR=$(java_major "$candidate")
    if [[ -n $JAVA_MAJOR ]] && ((JAVA_MAJOR >= MIN_JAVA)) &&
      [[ -z ${1:-} || -x $(dirname "$(readlink -f "$candidate")")/$1 ]]; then
      return 0
    fi
  done
  return 1
}

# install_or_fail PACKAGES WHAT: installs Debian packages as root, else says what is missing.
install_or_fail() {
  if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
    fail "$2 is missing; install it, on Debian with: sudo apt-get install $1"
  fi
  say "$2 is missing; installing $1 with apt-get"
  # shellcheck disable=SC2086 # a list of words
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends $1; } >&2 || fail "apt-get could not install $1"
}

# Sets JAVA and JAVA_MAJOR or ends the script.
require_java() {
  find_java && return
  [[ -z ${JAVA_HOME:-} ]] ||
    fail "JAVA_HOME is $JAVA_HOME, which has no Java $MIN_JAVA or newer; correct or unset it"
  install_or_fail openjdk-17-jdk-headless "Java $MIN_JAVA or newer"
  find_java || fail "Java is installed but not found; set JAVA_HOME"
}

# Has a JDK and Maven, with JAVA_HOME exported for Maven, or ends the script.
require_build_tools() {
  local -a packages=() names=()
  if ! find_java javac; then
    [[ -z ${JAVA_HOME:-} ]] ||
      fail "JAVA_HOME is $JAVA_HOME, which has no JDK $MIN_JAVA or newer; correct or unset it"
    packages+=(openjdk-17-jdk-headless)
    names+=("a JDK $MIN_JAVA or newer")
  fi
  command -v mvn >/dev/null || { packages+=(maven) && names+=(Maven); }
  if ((${#packages[@]} > 0)); then
    install_or_fail "${packages[*]}" "${names[0]}${names[1]:+ and ${names[1]}}"
    find_java javac || fail "the JDK is installed but not found; set JAVA_HOME"
  fi
  JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$JAVA")")")
  export JAVA_HOME
}
