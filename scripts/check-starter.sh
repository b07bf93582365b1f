#!/bin/sh
# Check that ipw-examples/starter builds in an empty folder with the local repository alone, after 'mvn install', and that
# its program and its budget print joules. Not part of the build. Needs Maven and a JDK 21 or newer (JAVA_HOME).
# MAVEN_REPOSITORY names another local repository.
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Print a file and stop if a pattern is not in it.
expect() {
    grep -qE -- "$2" "$1" || {
        cat "$1" >&2
        echo "check-starter: expected '$2' in the output above" >&2
        exit 1
    }
}

[ -d "$repository/dev/ipw/ipw-bom" ] || {
    echo "check-starter: run 'mvn install' first: $repository has no dev.ipw:ipw-bom" >&2
    exit 1
}
cp -R "$root/ipw-examples/starter" "$work/starter"
rm -rf "$work/starter/target"
cd "$work/starter"
started=$(date +%s)
mvn -o -B -ntp -Dmaven.repo.local="$repository" package >"$work/build.txt" 2>&1 || {
    cat "$work/build.txt" >&2
    echo 'check-starter: the project does not build' >&2
    exit 1
}
expect "$work/build.txt" 'Tests run: 1, Failures: 0, Errors: 0, Skipped: 0'
expect target/ipw-energy.json '"conclusion" : "PASS"'
echo "built in $(($(date +%s) - started)) s"

"${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar target/starter-1.jar >"$work/out.txt" 2>"$work/err.txt" || {
    cat "$work/out.txt" "$work/err.txt" >&2
    echo 'check-starter: the program ended with an error' >&2
    exit 1
}
cat "$work/out.txt"
number='[0-9.]+'
expect "$work/out.txt" "^$number J/query \[$number, $number\]$"
expect "$work/out.txt" "^$number IPJ \[$number, $number\]$"
expect "$work/out.txt" '^(MEASURED|INTEGRATED|ESTIMATED), '
[ "$(wc -l <"$work/out.txt")" -eq 3 ] || {
    echo 'check-starter: expected three lines' >&2
    exit 1
}
echo 'check-starter: all fine'
