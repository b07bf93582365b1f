#!/bin/sh
# Check that ipw-examples/starter builds in an empty folder with the local repository alone, after 'mvn install', and that
# its program and its budget print joules. Not part of the build. Needs Maven and a JDK 21 or newer (JAVA_HOME).
# MAVEN_REPOSITORY names another local repository. With Gradle on the PATH, the same by its build.gradle, which may fetch the JUnit
# platform's console; Gradle 4 (Debian's), which knows no Java as new as the libraries, runs on GRADLE_JAVA_HOME.
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

# The program's three lines.
expect_figures() {
    number='[0-9.]+'
    expect "$1" "^$number J/query \[$number, $number\]$"
    expect "$1" "^$number IPJ \[$number, $number\]$"
    expect "$1" '^(MEASURED|INTEGRATED|ESTIMATED), '
}

"${JAVA_HOME:+$JAVA_HOME/bin/}java" -jar target/starter-1.jar >"$work/out.txt" 2>"$work/err.txt" || {
    cat "$work/out.txt" "$work/err.txt" >&2
    echo 'check-starter: the program ended with an error' >&2
    exit 1
}
cat "$work/out.txt"
expect_figures "$work/out.txt"
[ "$(wc -l <"$work/out.txt")" -eq 3 ] || {
    echo 'check-starter: expected three lines' >&2
    exit 1
}

for property in ipw.version junit.version; do
    expect build.gradle "[':]$(sed -n "s/.*<$property>\(.*\)<.*/\1/p" pom.xml)'"
done
gradle_version=$(gradle --version 2>/dev/null | sed -n 's/^Gradle //p' || true)
case $gradle_version in
    '') set -- ;;
    4.*)
        set --
        if [ -n "${GRADLE_JAVA_HOME:-}" ]; then
            set -- --init-script "$root/scripts/check_starter/gradle-4.gradle" testOnPlatform first
            export PROGRAM_JAVA_HOME="${JAVA_HOME:?name the JDK of the program}" JAVA_HOME="$GRADLE_JAVA_HOME"
        fi
        ;;
    *) set -- test first ;;
esac
if [ $# -gt 0 ]; then
    rm -rf target
    gradle --no-daemon --gradle-user-home "$work/gradle" -Dmaven.repo.local="$repository" "$@" >"$work/gradle.txt" 2>&1 || {
        cat "$work/gradle.txt" >&2
        echo "check-starter: Gradle $gradle_version does not build the project" >&2
        exit 1
    }
    expect build/ipw-energy.json '"conclusion" : "PASS"'
    expect_figures "$work/gradle.txt"
    echo "built by Gradle $gradle_version"
else
    echo 'not tried with Gradle: it is not installed, or is version 4 and GRADLE_JAVA_HOME is not set'
fi
echo 'check-starter: all fine'
