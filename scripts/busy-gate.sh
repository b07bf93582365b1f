#!/usr/bin/env bash
# Run a command beside busy loops, so many times, and say how often it failed:
#   scripts/busy-gate.sh LOOPS TIMES COMMAND [ARGUMENT...]
#   scripts/busy-gate.sh 4 2 .ci/run
#   scripts/busy-gate.sh 4 10 mvn -B -ntp -o test -Dgroups=real-time
set -euo pipefail
usage() {
    sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
[[ $# -ge 3 && $1 =~ ^[0-9]+$ && $2 =~ ^[1-9][0-9]*$ ]] || usage
loops=$1
times=$2
shift 2

busy=()
end_loops() {
    [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || true
}
trap end_loops EXIT
for ((loop = 0; loop < loops; loop++)); do
    (while :; do :; done) &
    busy+=($!)
done

failed=0
for ((run = 1; run <= times; run++)); do
    started=$SECONDS
    code=0
    "$@" || code=$?
    [ "$code" -eq 0 ] || failed=$((failed + 1))
    echo "== run $run of $times beside $loops busy loops: exit code $code after $((SECONDS - started)) s"
done
echo "== $failed of $times runs failed"
[ "$failed" -eq 0 ]
