#!/usr/bin/env bash
# Check a download on a machine without Java and Maven: unpack it in a bare Debian, and use it as a person would.
#   scripts/check-dist.sh dist/ipw-VERSION-linux-PROCESSOR.tar.gz [ROOT]
# ROOT: a folder with a Debian of debootstrap --variant=minbase; without it, one of the release IPW_DEBIAN (bookworm) is made, with the
# packages that the .deb names (needs debootstrap and the network). For another processor than this machine's: qemu-user-static.
# A .deb of the same version that lies beside the download is installed and tried too. Needs root, for chroot.
# Exit code 1 if a step fails or takes more than 60 s, or the first figures come later than 8 s after unpacking began.
# On a busy machine, or one that imitates another processor, give other bounds: IPW_STEP_SECONDS and IPW_MOST_SECONDS. IPW_JAVA_OPTIONS
# is handed on: imitated, Java starts faster with -XX:TieredStopAtLevel=1.
set -euo pipefail

fail() {
    printf 'check-dist: %s\n' "$*" >&2
    exit 1
}

tarball=${1:?give the download}
[ -f "$tarball" ] || fail "$tarball is not there: make it with 'scripts/release.sh dist'"
[ "$(id -u)" -eq 0 ] || fail 'chroot needs root'
name=$(basename "$tarball" .tar.gz)
processor=${name##*-linux-}
architecture=${processor/x64/amd64}
version=${name%-linux-*}
version=${version#ipw-}
package=$(dirname "$tarball")/ipw_${version/-/\~}_$architecture.deb
most_seconds=${IPW_MOST_SECONDS:-8}
patience=${IPW_STEP_SECONDS:-60}
work=$(mktemp -d)
mounted=
clean_up() {
    for place in $mounted; do
        umount "$place" || return
    done
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT

bare=${2:-}
if [ -z "$bare" ]; then
    command -v debootstrap >/dev/null || fail 'debootstrap is not installed: apt-get install debootstrap, or name a folder'
    bare=$work/bare
    needed=$([ ! -f "$package" ] || dpkg-deb --field "$package" Depends | sed 's/ ([^)]*)//g; s/, /,/g')
    debootstrap --arch="$architecture" --variant=minbase ${needed:+--include="$needed"} "${IPW_DEBIAN:-bookworm}" "$bare" \
        >"$work/debootstrap.txt" || fail "debootstrap failed: $(tail -n 1 "$work/debootstrap.txt")"
fi
chroot "$bare" /bin/true || fail "programs of $bare do not run here; those of another processor need qemu-user-static"
# The given folder stays as it is.
root=$work/root
cp -a "$bare" "$root"
for place in proc dev; do
    mkdir -p "$root/$place"
    mount --bind "/$place" "$root/$place"
    mounted="$root/$place $mounted"
done

# Run one step in the bare Debian: NAME PATTERN WORD... ; its output must hold the pattern.
step() {
    local name=$1 pattern=$2 code=0 TIMEFORMAT='%R %U %S'
    shift 2
    { time timeout "$patience" chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
        IPW_JAVA_OPTIONS="${IPW_JAVA_OPTIONS:-}" "$@" \
        >"$work/out.txt" 2>&1 </dev/null || code=$?; } 2>"$work/time.txt"
    if [ "$code" -ne 0 ] || { [ -n "$pattern" ] && ! grep -qE -- "$pattern" "$work/out.txt"; }; then
        cat "$work/out.txt" >&2
        fail "$name: exit code $code${pattern:+, or no '$pattern' in the output above}"
    fi
    read -r seconds user system <"$work/time.txt"
    awk -v n="$name" -v s="$seconds" -v u="$user" -v k="$system" 'BEGIN { printf "%-34s %6.1f s  %5.1f s\n", n, s, u + k }'
}

for absent in java javac mvn; do
    [ -z "$(chroot "$root" /bin/sh -c "command -v $absent" || true)" ] || fail "$absent is installed in $bare: this would prove nothing"
done
cp "$tarball" "$root/root/ipw.tar.gz"
echo "download $(stat -c %s "$tarball") bytes"
printf '%-34s %8s  %s\n' step seconds 'of processors'
step 'unpack' '' tar -C /root -xzf /root/ipw.tar.gz
unpacked=$seconds
home=$(cd "$root/root" && echo ipw-*/)
home=/root/${home%/}
echo "unpacked $(find "$root$home" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }') bytes"
step 'ipw profile' 'J/query' "$home/ipw" profile --output-dir /root/runs --run-name demo
figures=$(awk -v a="$unpacked" -v b="$seconds" 'BEGIN { printf "%.1f", a + b }')
step 'ipw profile, again' 'J/query' "$home/ipw" profile --output-dir /root/runs --run-name again
step 'ipw doctor' '' "$home/ipw" doctor
step 'ipw report' '' "$home/ipw" report /root/runs/demo
step 'ipw report wrote a page' '<html' sh -c "cat /root/runs/demo/*.html"
if [ -z "$(chroot "$root" /bin/sh -c 'command -v fc-list' || true)" ]; then
    step 'ipw plot without fonts' 'no fonts. Install' sh -c "$home/ipw plot /root/runs/demo; test \$? -eq 1"
else
    step 'ipw plot' '' "$home/ipw" plot /root/runs/demo
fi
step 'ipw analyze' '' "$home/ipw" analyze /root/runs/demo
step 'ipw compare' '' sh -c "$home/ipw compare /root/runs/demo /root/runs/again; test \$? -ne 1"
step 'ipw export (parquet)' '' "$home/ipw" export /root/runs/demo --format parquet --output /root/demo.parquet
step 'ipw view --help' 'Usage: ipw view' "$home/ipw" view --help
step 'ipw list' 'arithmetic' "$home/ipw" list all
step 'ipw by its link in bin' 'ipw' "$home/bin/ipw" --version
step 'moved to another folder' 'ipw' sh -c "mv $home '/root/another place' && '/root/another place/ipw' --version && mv '/root/another place' $home"
if [ -f "$root$home/runtime/lib/server/classes.jsa" ]; then
    step 'archive of classes is used' 'source: shared objects file' sh -c "IPW_JAVA_OPTIONS='-Xshare:on -Xlog:class+load:stdout' $home/ipw --version"
elif [ "$architecture" = "$(uname -m | sed 's/^x86_64$/amd64/; s/^aarch64$/arm64/')" ]; then
    fail 'the download has no archive of classes: make it on this platform, without --jdk'
else
    echo 'no archive of classes, which only the platform itself can make'
fi
# What a person types, asked of the shell as a tab key asks it.
step 'completion in bash' '^profile$' bash -c ". $home/share/completions/ipw.bash
    COMP_WORDS=(ipw pro); COMP_CWORD=1; COMP_LINE='ipw pro'; COMP_POINT=7; _complete_ipw ipw pro ipw; printf '%s\n' \"\${COMPREPLY[@]}\""
if command -v man >/dev/null; then
    man -E UTF-8 -l "$root$home/share/man/man1/ipw-profile.1" 2>/dev/null | grep -q 'ipw profile' || fail 'man shows nothing of ipw profile'
    echo 'man ipw-profile: shown by the man of this machine'
else
    echo 'man is not installed here: the pages were not shown'
fi

if [ -f "$package" ]; then
    cp "$package" "$root/root/ipw.deb"
    step 'dpkg --install' '' dpkg --install /root/ipw.deb
    step 'ipw profile, of the package' 'J/query' ipw profile --output-dir /root/runs --run-name package
    step 'dpkg --remove' '' dpkg --remove ipw
else
    echo "no $package: the package was not tried"
fi
echo "first figures $figures s after unpacking began"
awk -v f="$figures" -v m="$most_seconds" 'BEGIN { exit !(f <= m) }' || fail "that is more than $most_seconds s"
