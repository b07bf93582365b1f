#!/bin/sh
# Lay out a device tree with one AMD card, to try the collector 'amd' where there is none. The card stands at 287 W, 45,
# 61 and 70 degrees Celsius (edge, junction, memory), 97 % busy, and its counter at 70000000000 counts.
#
#   scripts/fabricated-amd.sh tree DIR           lay the tree out in DIR; then: IPW_SYSFS_ROOT=DIR ./ipw doctor
#   scripts/fabricated-amd.sh count DIR SECONDS  let the counter of the card in DIR count 287 W for so long
#   scripts/fabricated-amd.sh mounted COMMAND... run a command that finds such a tree at /sys, in a mount namespace of its
#                                                own (as root); the machine's /sys stays as it is. With the real library
#                                                of the package librocm-smi64-1:
#       IPW_ROCM_SMI_LIBRARY=librocm_smi64.so.1 scripts/fabricated-amd.sh mounted ./ipw doctor
#   To let the counter count meanwhile, start "scripts/fabricated-amd.sh count /sys SECONDS &" inside.
set -eu

watts=287
address=0000:83:00.0
bus_folder=devices/pci0000:80/0000:80:01.0/$address
# Where gpu_metrics 1.3 holds the counter.
counter_offset=24
first_count=70000000000

fail() {
    printf 'fabricated-amd: %s\n' "$*" >&2
    exit 1
}

# Print a number as so many bytes, the lowest first.
bytes() {
    value=$1
    left=$2
    while [ "$left" -gt 0 ]; do
        # shellcheck disable=SC2059 # the format is the byte
        printf "\\$(printf '%03o' $((value & 255)))"
        value=$((value >> 8))
        left=$((left - 1))
    done
}

# Print the structure gpu_metrics 1.3: 120 bytes, what is not known being all ones.
gpu_metrics() {
    bytes 120 2
    bytes 1 1
    bytes 3 1
    for celsius in 45 61 70 65535 65535 65535; do bytes $celsius 2; done
    for percent in 97 42 65535; do bytes $percent 2; done
    bytes $watts 2
    bytes "$1" 8
    bytes 1000000000 8
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do bytes 1700 2; done
    bytes 0 4
    for _ in 1 2 3 4; do bytes 65535 2; done
    bytes 1000 4
    bytes 2000 4
    for celsius in 0 65535 65535 65535; do bytes $celsius 2; done
    bytes 100000000 8
    for _ in 1 2 3 4; do bytes 65535 2; done
    bytes 0 8
}

# Write lines of a folder's files: name and content.
files() {
    while read -r name content; do
        printf '%s\n' "$content" >"$1/$name"
    done
}

tree() {
    root=$1
    [ ! -e "$root/class/drm" ] || fail "$root holds a tree already; name another folder, or remove it"
    card=$root/$bus_folder
    mkdir -p "$card/hwmon/hwmon0" "$card/drm/card0" "$card/drm/card0-DP-1" "$card/drm/renderD128" "$root/class/drm" \
        "$root/class/hwmon" "$root/class/kfd" "$root/bus/pci/devices"
    files "$card" <<FILES
vendor 0x1002
device 0x740f
class 0x038000
vbios_version 113-FABRICATED-000
unique_id 7b2c4d6e8f901234
product_name AMD Instinct MI210 (fabricated)
gpu_busy_percent 97
mem_busy_percent 42
mem_info_vram_total 68702699520
mem_info_vram_used 34351349760
mem_info_vis_vram_total 68702699520
mem_info_vis_vram_used 34351349760
mem_info_gtt_total 67553550336
mem_info_gtt_used 16777216
FILES
    printf 'DRIVER=amdgpu\nPCI_CLASS=38000\nPCI_ID=1002:740F\nPCI_SLOT_NAME=%s\n' $address >"$card/uevent"
    files "$card/hwmon/hwmon0" <<FILES
name amdgpu
power1_average ${watts}000000
power1_label PPT
power1_cap 300000000
in0_input 806
in0_label vddgfx
temp1_input 45000
temp1_label edge
temp2_input 61000
temp2_label junction
temp3_input 70000
temp3_label mem
freq1_input 1700000000
freq1_label sclk
freq2_input 1600000000
freq2_label mclk
FILES
    gpu_metrics $first_count >"$card/gpu_metrics"
    ln -s ../.. "$card/drm/card0/device"
    ln -s ../../.. "$card/hwmon/hwmon0/device"
    for entry in card0 card0-DP-1 renderD128; do
        ln -s "../../$bus_folder/drm/$entry" "$root/class/drm/$entry"
    done
    ln -s "../../$bus_folder/hwmon/hwmon0" "$root/class/hwmon/hwmon0"
    ln -s "../../../$bus_folder" "$root/bus/pci/devices/$address"
    nodes=$root/class/kfd/kfd/topology/nodes
    # Node 0 is the processor. The location is bus, device and function: 83:00.0.
    mkdir -p "$nodes/0/io_links" "$nodes/1/io_links"
    files "$nodes/0" <<FILES
gpu_id 0
name
properties cpu_cores_count 2
FILES
    printf '12345\n' >"$nodes/1/gpu_id"
    printf 'aldebaran\n' >"$nodes/1/name"
    printf '%s\n' 'simd_count 416' 'array_count 8' 'simd_arrays_per_engine 1' 'cu_per_simd_array 14' 'vendor_id 4098' \
        'device_id 29711' 'location_id 33536' 'domain 0' 'hive_id 0' >"$nodes/1/properties"
}

# Count as the card would at its power, ten times a second; a count is 2^-16 J.
count() {
    metrics=$1/$bus_folder/gpu_metrics
    [ -w "$metrics" ] || fail "$1 holds no tree; lay it out first: $0 tree $1"
    began=$(date +%s%3N)
    until [ "${elapsed:-0}" -ge $(($2 * 1000)) ]; do
        elapsed=$(($(date +%s%3N) - began))
        bytes $((first_count + elapsed * watts * 65536 / 1000)) 8 |
            dd of="$metrics" bs=8 seek=$((counter_offset / 8)) conv=notrunc iflag=fullblock status=none
        sleep 0.1
    done
}

mounted() {
    [ "$(id -u)" = 0 ] || fail 'mounting needs root'
    command -v unshare >/dev/null || fail 'unshare is missing; install util-linux'
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    tree "$work"
    # The library leaves a file in /dev/shm that a later process would take for a real card's lock.
    # The JVM must not look for its limits below a /sys that has none.
    IPW_JAVA_OPTIONS="${IPW_JAVA_OPTIONS:-} -XX:-UseContainerSupport" \
        unshare -m sh -c 'mount --bind "$0" /sys && mount -t tmpfs none /dev/shm && exec "$@"' "$work" "$@"
}

[ $# -ge 2 ] || fail 'say tree DIR, count DIR SECONDS, or mounted COMMAND...; the first lines of this file tell more'
case $1 in
    tree) tree "$2" ;;
    count) [ $# -eq 3 ] && count "$2" "$3" ;;
    mounted)
        shift
        mounted "$@"
        ;;
    *) fail "there is no '$1'" ;;
esac
