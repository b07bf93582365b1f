#!/bin/sh
# Check that ipw-examples/quarkus builds in an empty folder after 'mvn install', and that its answer has joules: in its test and of
# the packed application. Not part of the build. Needs Maven, curl and a JDK 21 or newer (JAVA_HOME); the first time the network.
# MAVEN_REPOSITORY names another local repository, MAVEN_OPTIONS options such as -o.
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
work=$(mktemp -d)
application=
trap '[ -z "$application" ] || kill "$application"; rm -rf "$work"' EXIT

fail() {
    cat "$1" >&2
    echo "check-quarkus: $2" >&2
    exit 1
}

[ -d "$repository/dev/ipw/ipw-bom" ] || {
    echo "check-quarkus: run 'mvn install' first: $repository has no dev.ipw:ipw-bom" >&2
    exit 1
}
cp -R "$root/ipw-examples/quarkus" "$work/quarkus"
rm -rf "$work/quarkus/target"
cd "$work/quarkus"
joules='[0-9.E-]+ J \[[0-9.E, -]+\] (MEASURED|INTEGRATED|ESTIMATED) '
# shellcheck disable=SC2086 # options are separated by spaces
mvn -B -ntp ${MAVEN_OPTIONS:-} -Dmaven.repo.local="$repository" package >build.txt 2>&1 || fail build.txt 'the project does not build'
grep -E "^[0-9]+: $joules" build.txt || fail build.txt 'its test printed no joules'

"${JAVA_HOME:+$JAVA_HOME/bin/}java" -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port=0 -jar target/quarkus-app/quarkus-run.jar \
    >out.txt 2>&1 &
application=$!
address=
until [ -n "$address" ]; do
    kill -0 "$application" || fail out.txt 'the application ended'
    sleep 1
    address=$(sed -n 's/.*Listening on: \(http[^ ]*\).*/\1/p' out.txt)
done
curl -sS -D headers.txt "$address/answer?question=12%2B34%3D" >answer.txt || fail out.txt 'the application does not answer'
grep -iE "^energy: $joules" headers.txt || fail headers.txt 'the answer has no joules'
echo 'check-quarkus: all fine'
