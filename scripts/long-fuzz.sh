#!/usr/bin/env bash
# Draw more hostile inputs than a build does, each fuzzer in a process of 512 MB, and say how it went:
#   scripts/long-fuzz.sh INPUTS SEED [FUZZER...]
#   scripts/long-fuzz.sh 2000 7 ImportFuzzTests AttributeFuzzTests
set -euo pipefail
usage() {
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
[[ $# -ge 2 && $1 =~ ^[1-9][0-9]*$ && $2 =~ ^-?[0-9]+$ ]] || usage
inputs=$1
seed=$2
shift 2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fuzzers=${*:-*FuzzTests}
exec mvn -B -ntp -pl ipw-cli/tests -am test -Dtest="${fuzzers// /,}" -Dtest.argLine=-Xmx512m \
    -Dipw.fuzz.inputs="$inputs" -Dipw.fuzz.seed="$seed"
