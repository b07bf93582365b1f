#!/bin/sh
# Run the libraries with a Java that cannot build them, or with other versions of Jackson than those of the build: a program with
# the embedded model, joules of this machine, runs that are read and compared; then tests. Not part of the build.
# Usage: scripts/check-java.sh JAVA_HOME [JACKSON_VERSION...]
#   JAVA_HOME        a Java 21 or newer, with or without a compiler
#   JACKSON_VERSION  run the tests of JSON with these too, for example 2.21.4 2.22.4 (downloaded if need be)
# IPW_JAVA_HOME or JAVA_HOME is the JDK 22 or newer that builds. Needs Maven. The tests are those of collectors that
# read files, and those that mention JSON, without those that start processes, let a real clock run or draw at random; IPW_TESTS is
# another pattern of names of classes.
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
oldest_library=21
oldest_builder=22
collectors=ipw-telemetry-native
modules='ipw-core ipw-analysis ipw-import ipw-benchmarks'

fail() {
    printf 'check-java: %s\n' "$*" >&2
    exit 1
}

feature_version() {
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true
}

[ $# -ge 1 ] || fail 'give the home of the Java to check'
checked=$1
shift
checked_version=$(feature_version "$checked")
if [ ! -x "$checked/bin/java" ] || [ "${checked_version:-0}" -lt "$oldest_library" ]; then
    fail "$checked is no Java $oldest_library or newer"
fi
for home in "${IPW_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(feature_version "$home")
    if [ -x "$home/bin/javac" ] && [ "${version:-0}" -ge "$oldest_builder" ]; then
        JAVA_HOME=$home
        break
    fi
    version=
done
[ -n "${version:-}" ] || fail "no JDK $oldest_builder or newer found; name one with IPW_JAVA_HOME"
export JAVA_HOME

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

echo "== Build with Java $version"
projects=ipw-examples/embedded-model
for module in $collectors $modules; do
    projects=$projects,$module/tests
done
# shellcheck disable=SC2086 # options are separated by spaces
(cd "$root" && mvn -q -B -ntp ${MAVEN_OPTIONS:-} -Dcompiler.checks=-proc:none -Dspotless.check.skip=true -pl "$projects" -am \
    test-compile dependency:build-classpath -Dmdep.outputFile=target/check-java.classpath -Dmdep.includeScope=test \
    >"$work/build.txt" 2>&1) || {
    cat "$work/build.txt" >&2
    fail 'the build failed'
}

# Print a class path as a Java 21 may read it: with the code of our tests marked as of 21.
readable() {
    printf '%s\n' "$1" | tr ':' '\n' | while IFS= read -r entry; do
        case $entry in
            "$root"/ipw-cli/* | "$root"/ipw-spark/*) continue ;;
            "$root"/*/test-classes | "$root"/ipw-testing/*)
                lowered=$work/classes$(printf '%s' "$entry" | sed 's|[^A-Za-z0-9]|-|g')
                [ -d "$lowered" ] || "$JAVA_HOME/bin/java" "$root/scripts/check_java/LowerClassFiles.java" "$entry" "$lowered"
                entry=$lowered
                ;;
        esac
        printf '%s:' "$entry"
    done
}

java_21() {
    IPW_SYSFS_ROOT=/no-machine/sys IPW_DEVFS_ROOT=/no-machine/dev IPW_NVML_LIBRARY=none IPW_ALLOW_ROOT_SANDBOX=true \
        "$checked/bin/java" -Djava.awt.headless=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "$@"
}

echo "== A program on the libraries, with Java $checked_version"
libraries=$root/ipw-examples/embedded-model/target/classes:$(for module in ipw-analysis "$collectors"; do
    readable "$(cat "$root/$module/tests/target/check-java.classpath")"
done)
mkdir "$work/program"
"$JAVA_HOME/bin/javac" --release "$oldest_library" -proc:none -d "$work/program" -cp "$libraries" \
    "$root/scripts/check_java/Libraries.java"
java_21 -cp "$work/program:$libraries" Libraries "$work/runs"

launcher=$(tr ':' '\n' <"$root/ipw-core/tests/target/check-java.classpath" |
    sed -n 's|.*/junit-platform-engine-\(.*\)\.jar$|org.junit.platform:junit-platform-launcher:\1|p' | head -n 1)

# Copy an artifact into a folder of its own.
fetch() {
    # shellcheck disable=SC2086
    (cd "$root" && mvn -q -B -ntp -N ${MAVEN_OPTIONS:-} dependency:copy -Dartifact="$1" -DoutputDirectory="$2" \
        >"$work/build.txt" 2>&1) || {
        cat "$work/build.txt" >&2
        fail "$1 cannot be had"
    }
}

# Run the tests of a module whose names match, with jars before those of the build.
run_tests() {
    folder=$root/$1/tests
    own=$(readable "$folder/target/test-classes")
    path=$2$own$work/runner:$launchers$(readable "$(cat "$folder/target/check-java.classpath")")
    printf '%s: ' "$1"
    if (cd "$folder" && java_21 -Dipw.thorough=false -Dipw.slackMillis=30000 -cp "$path" RunTests "${own%:}" \
        "${IPW_TESTS:-$3}" \
        >"$work/tests.txt" 2>&1); then
        tail -n 1 "$work/tests.txt"
    else
        cat "$work/tests.txt"
        failed="$failed $1"
    fi
}

# Print a pattern of the tests of JSON in a module.
of_json() {
    names=$(grep -lrE 'fasterxml|[jJ]son' "$root/$1/tests/src/test" --include='*Tests.java' | sed 's|.*/||; s|\.java$||' | tr '\n' '|')
    printf '.*\\.(%s)' "${names%|}"
}

failed=
fetch "$launcher" "$work/launcher"
launchers=$(printf '%s:' "$work"/launcher/*.jar)
mkdir "$work/runner"
"$JAVA_HOME/bin/javac" --release "$oldest_library" -proc:none -d "$work/runner" \
    -cp "$launchers$(cat "$root/ipw-core/tests/target/check-java.classpath")" "$root/scripts/check_java/RunTests.java"
echo "== Tests, with Java $checked_version"
run_tests "$collectors" '' '.*\.hardware\.(apple|host|hwmon|msr|powercap|process|processor)\..*Tests'
for module in $modules; do
    run_tests "$module" '' "$(of_json "$module")"
done
for jackson in "$@"; do
    echo "== Tests of JSON, with Java $checked_version and Jackson $jackson"
    for artifact in core:jackson-core core:jackson-databind datatype:jackson-datatype-jsr310 \
        dataformat:jackson-dataformat-toml dataformat:jackson-dataformat-yaml; do
        fetch "com.fasterxml.jackson.$artifact:$jackson" "$work/jackson-$jackson"
    done
    for module in $modules; do
        run_tests "$module" "$(printf '%s:' "$work/jackson-$jackson"/*.jar)" "$(of_json "$module")"
    done
done
echo 'Not run: the command and collectors that call native functions, which need Java 22; ipw-junit, the bridges; tests that start'
echo 'processes.'
[ -z "$failed" ] || fail "tests failed in$failed"
