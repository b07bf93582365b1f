#!/bin/sh
# Make the pictures of reports that the documentation shows: six runs and series with ./ipw, their pages, and what a browser
# shows of each first. Not part of the build. Needs a Chromium on the PATH and a JDK 22 or newer.
#   scripts/report-pictures.sh            # replaces docs/images/report-*.png, after some minutes
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
oldest_java=22

for home in "${IPW_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
    if [ -x "$home/bin/javac" ] && [ "${version:-0}" -ge "$oldest_java" ]; then
        java_home=$home
        break
    fi
done
[ -n "${java_home:-}" ] || {
    echo "report-pictures: no JDK $oldest_java or newer found; name one with IPW_JAVA_HOME" >&2
    exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/ipw" --version
rm -f "$root"/docs/images/report-*.png
# The program is run from its source, with the library as the command has it.
"$java_home/bin/java" --class-path "$(printf '%s:' "$root"/ipw-cli/target/lib/*.jar)" \
    "$root/ipw-report/tests/src/test/java/dev/ipw/report/browser/ReportPictures.java" "$root/ipw" "$work" "$root/docs/images"
