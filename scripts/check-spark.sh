#!/bin/sh
# Run shards on Spark (local-cluster, two executors), kill an executor or the driver in mid-run, submit again after the
# driver's end and after that of the run, and compare results, requests at the server and Spark's view of the Parquet
# file: in the executors' Java runtime and as processes of their own.
# Not part of the build: Maven downloads Spark (280 MB) into target/spark. Needs python3 and a JDK 22 or newer
# (IPW_JAVA_HOME, JAVA_HOME). Arguments: the number of questions (400), one of the cases. SPARK_JAVA_HOME: a Java
# runtime, such as 17, for Spark where shards are processes.
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
questions=${1:-400}
concurrency=8
# All processes end before the second compiler of the runtime would pay.
export JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
home=$root/target/spark
java_home=${IPW_JAVA_HOME:-${JAVA_HOME:?names a JDK 22 or newer}}
work=$(mktemp -d)
started=
trap 'for pid in $started; do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
    printf 'check-spark: %s\n' "$*" >&2
    exit 1
}

ipw() {
    "$java_home/bin/java" --sun-misc-unsafe-memory-access=allow -jar "$root/ipw-cli/target/ipw-cli.jar" "$@"
}

[ -f "$root/ipw-spark/target/ipw-spark-0.1.0-SNAPSHOT.jar" ] && [ -f "$root/ipw-cli/target/ipw-cli.jar" ] ||
    fail 'build first: mvn -DskipTests package -pl ipw-spark -am'
version=$(sed -n 's/.*<spark.version>\(.*\)<.*/\1/p' "$root/pom.xml")
if [ ! -f "$home/jars/spark-sql_2.13-$version.jar" ]; then
    cat >"$work/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>check</groupId>
<artifactId>spark</artifactId><version>1</version><dependencies><dependency><groupId>org.apache.spark</groupId>
<artifactId>spark-sql_2.13</artifactId><version>$version</version></dependency></dependencies></project>
POM
    mvn -B -ntp -q -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$home/jars"
fi

libraries=$root/ipw-cli/target/ipw-cli.jar
for jar in "$root"/ipw-cli/target/lib/*.jar; do
    libraries=$libraries,$jar
done
number=0
while [ $number -lt "$questions" ]; do
    printf '{"problem": "Number %d", "answer": "42", "evaluator": "numeric"}\n' $number
    number=$((number + 1))
done >"$work/questions.jsonl"
# As Spark's own scripts give them; without, Arrow's memory fails on newer Java runtimes.
opens=$("$java_home/bin/java" -cp "$home/jars/*" "$root/scripts/check_spark/ModuleOptions.java" 2>/dev/null)

# Start the run of a case, as any user submits it: submit [OPTION...]
submit() {
    # shellcheck disable=SC2086 # options are separated by spaces
    SPARK_HOME=$home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 JAVA_HOME=$spark_java \
        IPW_JAVA_HOME=$java_home "$spark_java/bin/java" $opens -cp "$home/jars/*" org.apache.spark.deploy.SparkSubmit \
        --master 'local-cluster[2,1,1024]' --conf spark.ui.enabled=false --conf spark.executor.heartbeatInterval=60s --conf spark.network.timeout=600s --conf spark.local.dir="$work/local" \
        --jars "$libraries" --class dev.ipw.spark.Main "$root/ipw-spark/target/ipw-spark-0.1.0-SNAPSHOT.jar" \
        --shards 2 "$@" profile --client-base-url "http://127.0.0.1:$(cat "$work/$name.port")/v1" --model fake \
        --dataset "$work/questions.jsonl" --concurrency $concurrency --warmup-queries 0 --idle-seconds 0 \
        --telemetry none \
        --output-dir "$work/runs" --run-name "$name" >"$work/$name.out" 2>"$work/$name.err" &
    driver=$!
    started="$started $driver"
}

await_driver() {
    wait $driver || {
        tail -n 60 "$work/$name.err" >&2
        fail "$1"
    }
}

# Count the questions whose answers are in a journal.
finished() {
    cat "$work/runs/$name"/shard-*/journal.jsonl | sed -n 's/^{"type":"finished","question":{"id":"\([^"]*\)".*/\1/p' |
        sort -u | grep -c .
}

# Run one case: check NAME VICTIM JAVA_HOME_OF_SPARK [OPTION...]
check() {
    name=$1
    victim=$2
    spark_java=$3
    shift 3
    echo "== $name (Spark on $(unset JAVA_TOOL_OPTIONS && "$spark_java/bin/java" -version 2>&1 | head -n 1))"
    log=$work/$name.requests
    : >"$log"
    python3 "$root/scripts/check_spark/counting_server.py" "$log" "$work/$name.port" 0.25 &
    server=$!
    started="$started $server"
    while [ ! -f "$work/$name.port" ]; do
        kill -0 $server || fail 'the server did not start'
        sleep 0.1
    done
    submit "$@"
    while [ "$(grep -c . "$log")" -lt $((questions / 4)) ]; do
        kill -0 $driver 2>/dev/null || {
            tail -n 60 "$work/$name.err" >&2
            fail 'the driver ended before the kill'
        }
        sleep 0.2
    done
    executors=$(pgrep -P $driver -f CoarseGrainedExecutorBackend)
    killed=$driver
    [ "$victim" = driver ] || killed=$(echo "$executors" | head -n 1)
    kill -KILL "$killed"
    echo "killed the $victim after $(grep -c . "$log") requests of $questions"
    if [ "$victim" = driver ]; then
        # Executors and their processes end when their driver is gone; until then their shards are refused to others.
        for pid in $executors; do
            while kill -0 "$pid" 2>/dev/null; do
                sleep 0.2
            done
        done
        while pgrep -f -- "--run-name $name .*--shard " >"$work/left"; do
            sleep 0.2
        done
    fi
    # The server may not have read the last requests of what was killed: no more than can be in flight.
    unfinished=$((concurrency - $(finished) + $(grep -c . "$log")))
    [ "$victim" = executor ] || submit "$@"
    await_driver 'the run failed'
    requests=$(grep -c . "$log")
    if [ "$victim" = driver ]; then
        submit "$@"
        await_driver 'the finished run was refused'
        [ "$(grep -c . "$log")" = "$requests" ] || fail 'questions of a finished run were asked again'
        echo 'submitted once more after the end: nothing was asked again'
    fi
    kill $server
    cat "$work/$name.out"
    ipw export "$work/runs/$name" --format parquet --output "$work/$name.parquet"
    ipw analyze "$work/runs/$name" --json >"$work/$name.json"
    # shellcheck disable=SC2086
    "$java_home/bin/java" $opens -cp "$home/jars/*" "$root/scripts/check_spark/ReadParquet.java" \
        "$work/$name.parquet" "$work/$name.sums" 2>"$work/$name.sums.err" || {
        tail -n 30 "$work/$name.sums.err" >&2
        fail 'Spark cannot read the Parquet file'
    }
    python3 "$root/scripts/check_spark/check_run.py" "$work/runs/$name" "$log" "$questions" $unfinished \
        "$work/$name.sums" "$work/$name.json"
}

for case in ${2:-in-executor own-process new-driver new-driver-own-process}; do
    case $case in
        in-executor) check $case executor "$java_home" ;;
        own-process) check $case executor "${SPARK_JAVA_HOME:-$java_home}" --launcher "$root/ipw" ;;
        new-driver) check $case driver "$java_home" ;;
        new-driver-own-process) check $case driver "${SPARK_JAVA_HOME:-$java_home}" --launcher "$root/ipw" ;;
        *) fail "no case $case: in-executor, own-process, new-driver or new-driver-own-process" ;;
    esac
done
echo 'check-spark: fine'
