#!/usr/bin/env bash
# Run a command on a Linux machine whose power sensors are made up, whatever this one has (needs bash 5):
#   scripts/fabricated-machine.sh MACHINE COMMAND [ARGUMENT...]
#   scripts/fabricated-machine.sh standing ./ipw profile
#   scripts/fabricated-machine.sh standing mvn -B verify
# MACHINE is one of
#   nothing           no sensor of energy at all
#   standing          one counter, of the whole platform, which stands still, as on many virtual machines
#   standing-package  the same with the counter of a processor package
#   standing-perf     the same through perf, which needs root: a software event that never counts stands for the counter
#   package           a processor package that draws 50 W
#   several           two processor packages of 50 W, and the platform's counter, which stands still
#   gpu               one NVIDIA GPU that draws 300 W (needs a C compiler)
# If the command is mvn or .ci/run, its tests get the same machine.
set -euo pipefail
usage() {
    sed -n '2,15s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
[ $# -ge 2 ] || usage
[ "${BASH_VERSINFO[0]}" -ge 5 ] || {
    echo "fabricated-machine: bash 5 or newer is needed, and this is $BASH_VERSION" >&2
    exit 2
}
kind=$1
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
machine=$(mktemp -d)
nvml=none
counting=
finish() {
    [ -z "$counting" ] || kill "$counting" 2>/dev/null || true
    rm -rf "$machine"
}
trap finish EXIT

# A zone of the kernel's tree of energy counters: its number, its name.
zone() {
    local folder=$machine/sys/class/powercap/intel-rapl:$1
    mkdir -p "$folder"
    echo "$2" >"$folder/name"
    echo 262143328850 >"$folder/max_energy_range_uj"
    printf '%015d\n' 123456789 >"$folder/energy_uj"
}

# Let counters count 50 W. Each is written over at its full length, so that nobody reads half of it.
count() {
    local begin now text file LC_ALL=C
    begin=${EPOCHREALTIME/./}
    while [ -d "$machine" ]; do
        now=${EPOCHREALTIME/./}
        printf -v text '%015d' $((123456789 + (now - begin) * 50))
        for file in "$@"; do
            printf '%s\n' "$text" 1<>"$file"
        done
        sleep 0.005
    done
}

mkdir -p "$machine/sys" "$machine/dev"
case $kind in
    nothing) ;;
    standing) zone 1 psys ;;
    standing-package) zone 0 package-0 ;;
    standing-perf)
        unit=$machine/sys/bus/event_source/devices/power
        mkdir -p "$unit/events" "$unit/format"
        echo 1 >"$unit/type"
        echo 0 >"$unit/cpumask"
        echo config:0-7 >"$unit/format/event"
        echo event=0x09 >"$unit/events/energy-psys"
        echo 2.3283064365386962890625e-10 >"$unit/events/energy-psys.scale"
        echo Joules >"$unit/events/energy-psys.unit"
        ;;
    package | several)
        zone 0 package-0
        counters=("$machine/sys/class/powercap/intel-rapl:0/energy_uj")
        if [ "$kind" = several ]; then
            zone 1 package-1
            zone 2 psys
            counters+=("$machine/sys/class/powercap/intel-rapl:1/energy_uj")
        fi
        count "${counters[@]}" 2>/dev/null &
        counting=$!
        ;;
    gpu)
        nvml=$machine/libnvidia-ml.so.1
        cc -O2 -shared -fPIC -Wl,-soname,libnvidia-ml.so.1 -o "$nvml" \
            "$root/ipw-telemetry-native/tests/src/test/native/fake_nvml.c" -lpthread
        printf 'devices 1\ndevice 0 watts 300\n' >"$machine/gpus.txt"
        export FAKE_NVML_CONTROL=$machine/gpus.txt
        ;;
    *) usage ;;
esac
export IPW_SYSFS_ROOT=$machine/sys IPW_DEVFS_ROOT=$machine/dev IPW_NVML_LIBRARY=$nvml
case $1 in
    mvn | */mvn | .ci/run | */.ci/run) set -- "$@" "-Dtests.machine=$machine" "-Dtests.nvml=$nvml" ;;
esac
code=0
"$@" || code=$?
exit "$code"
