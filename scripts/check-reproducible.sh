#!/bin/sh
# Check that the same sources make the same jars and downloads: build the last commit in two folders of different names and
# compare what they made, byte by byte. Not part of the build. Needs git, Maven, what scripts/release.sh dist needs, and a JDK 22
# or newer (JAVA_HOME).
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for copy in first 'another folder'; do
    git clone -q "$root" "$work/$copy"
    (cd "$work/$copy" && mvn -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true package && scripts/release.sh dist) \
        >"$work/build.txt" 2>&1 || {
        cat "$work/build.txt" >&2
        echo "check-reproducible: the build in '$copy' failed" >&2
        exit 1
    }
    (cd "$work/$copy" && find . \( -path '*/target/*.jar' -not -path '*/target/lib/*' -o -path './dist/*' \) -type f -print0 | sort -z |
        xargs -0 sha256sum) >"$work/$copy.txt"
done
[ -s "$work/first.txt" ] || {
    echo 'check-reproducible: nothing was built' >&2
    exit 1
}
if ! diff "$work/first.txt" "$work/another folder.txt"; then
    echo 'check-reproducible: these files differ' >&2
    exit 1
fi
echo "$(wc -l <"$work/first.txt") jars and files of the download, the same in both builds"
