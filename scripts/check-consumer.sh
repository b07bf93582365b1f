#!/bin/sh
# Check from outside that one dependency is enough: install into a local repository of our own, then build and run a
# Maven project that is no part of this one, on the class path and as a named module, with no JVM flag; and give the
# command a plugin jar of one class. Not part of the build. Needs Maven and a JDK 22 or newer (IPW_JAVA_HOME, JAVA_HOME
# or the usual places). Your own local repository is copied first, so that this works offline and leaves it as it was.
set -eu

root=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
oldest_java=22

fail() {
    printf 'check-consumer: %s\n' "$*" >&2
    exit 1
}

# Print what must be in a file if it is not there, and stop.
expect() {
    grep -q -- "$2" "$1" || {
        cat "$1" >&2
        fail "expected '$2' in the output above"
    }
}

for home in "${IPW_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
    if [ -x "$home/bin/javac" ] && [ "${version:-0}" -ge "$oldest_java" ]; then
        JAVA_HOME=$home
        break
    fi
    version=
done
[ -n "${version:-}" ] || fail "no JDK $oldest_java or newer found; name one with IPW_JAVA_HOME"
export JAVA_HOME

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
repository=$work/repository
own_repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
if [ -d "$own_repository" ]; then
    cp -R "$own_repository" "$repository"
    rm -rf "$repository/dev/ipw"
fi

echo '== Install'
started=$(date +%s)
(cd "$root" && mvn -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true -Dmaven.repo.local="$repository" install \
    >"$work/build.txt" 2>&1) || {
    cat "$work/build.txt" >&2
    fail 'mvn install failed'
}
echo "installed in $(($(date +%s) - started)) s"
installed=$(cd "$repository/dev/ipw" && echo *)
echo "installed: $installed"
case $installed in
    *examples-benchmarks* | *example-programs*) fail 'what is never published was installed' ;;
esac
for jar in "$repository"/dev/ipw/*/*/*SNAPSHOT.jar; do
    [ -f "${jar%.jar}-sources.jar" ] || fail "no sources beside $jar"
done
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$root/pom.xml" | head -n 1)

project=$work/project
mkdir -p "$project/src/main/java/shop"
cat >"$project/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>$oldest_java</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>dev.ipw</groupId>
      <artifactId>ipw-core</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.16.0</version>
        <configuration>
          <compilerArgs>
            <arg>-Xlint:all</arg>
          </compilerArgs>
          <showWarnings>true</showWarnings>
        </configuration>
      </plugin>
      <plugin>
        <artifactId>maven-resources-plugin</artifactId>
        <version>3.5.0</version>
      </plugin>
      <plugin>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>3.11.0</version>
      </plugin>
    </plugins>
  </build>
</project>
POM
cat >"$project/src/main/java/shop/Main.java" <<'JAVA'
package shop;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

public final class Main {
    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client(new Shouter())
                .dataset(new Words())
                .output(Path.of(arguments[0]))
                .build()) {
            ProfileRun run = profiler.run();
            System.out.println(run.efficiency().correct() + " of " + run.efficiency().scored() + " right");
            System.out.println(ProfileRun.open(run.path()).dimension("output_tokens").length + " rows read back");
            System.out.println("module " + Main.class.getModule().getName() + " beside "
                    + Profiler.class.getModule().getName());
        }
    }

    private static final class Shouter implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("shouter", "upper-case");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            sink.sent(System.nanoTime());
            String answer = request.messages().getLast().text().toUpperCase(Locale.ROOT);
            sink.firstByte(System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, answer, System.nanoTime());
            return InferenceResponse.of(answer, TokenUsage.server(1, 1));
        }
    }

    private static final class Words implements Dataset {
        @Override
        public String id() {
            return "words";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of(DatasetRecord.of("1", "watt", "WATT"), DatasetRecord.of("2", "joule", "JOULE"),
                    DatasetRecord.of("3", "second", "minute"));
        }
    }
}
JAVA

build() {
    (cd "$project" && mvn -q -B -Dmaven.repo.local="$repository" compile dependency:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory=target/lib >"$work/build.txt" 2>&1) || {
        cat "$work/build.txt" >&2
        fail 'the project does not build'
    }
    grep '^\[WARNING\]' "$work/build.txt" || true
}

run() {
    "$JAVA_HOME/bin/java" "$@" "$work/runs" >"$work/out.txt" 2>"$work/err.txt" || {
        cat "$work/out.txt" "$work/err.txt" >&2
        fail "java $* ended with an error"
    }
    cat "$work/out.txt"
    sed 's/^/stderr: /' "$work/err.txt"
    expect "$work/out.txt" '^2 of 3 right$'
    expect "$work/out.txt" '^3 rows read back$'
}

echo '== One version of each library beside each artifact of the bill of materials'
artifacts=$(sed -n 's|.*<artifactId>\(ipw-.*\)</artifactId>.*|\1|p' "$root/ipw-bom/pom.xml" | grep -v '^ipw-bom$')
mkdir -p "$work/versions"
{
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>com.example</groupId><artifactId>versions</artifactId><version>1</version><packaging>pom</packaging><modules>'
    for artifact in $artifacts; do
        echo "<module>$artifact</module>"
    done
    echo '</modules><dependencyManagement><dependencies><dependency><groupId>dev.ipw</groupId><artifactId>ipw-bom</artifactId>'
    echo "<version>$version</version><type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>"
    echo '<build><plugins><plugin><artifactId>maven-enforcer-plugin</artifactId><version>3.7.0</version><executions><execution>'
    echo '<goals><goal>enforce</goal></goals><configuration><rules><dependencyConvergence/></rules></configuration>'
    echo '</execution></executions></plugin></plugins></build></project>'
} >"$work/versions/pom.xml"
for artifact in $artifacts; do
    mkdir "$work/versions/$artifact"
    cat >"$work/versions/$artifact/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>com.example</groupId><artifactId>versions</artifactId><version>1</version></parent>
  <artifactId>uses-$artifact</artifactId>
  <dependencies><dependency><groupId>dev.ipw</groupId><artifactId>$artifact</artifactId></dependency></dependencies>
</project>
POM
done
(cd "$work/versions" && mvn -q -B -fae -Dmaven.repo.local="$repository" validate >"$work/build.txt" 2>&1) || {
    cat "$work/build.txt" >&2
    fail 'several versions of a library'
}
echo "$artifacts" | wc -l | xargs echo 'artifacts:'

echo '== On the class path'
build
run -cp "$project/target/classes:$project/target/lib/*" shop.Main
expect "$work/out.txt" '^module null beside null$'

echo '== As a named module'
echo 'module shop { requires dev.ipw.core; }' >"$project/src/main/java/module-info.java"
rm -rf "$project/target"
build
run -p "$project/target/classes:$project/target/lib" -m shop/shop.Main
expect "$work/out.txt" '^module shop beside dev.ipw.core$'

echo '== A plugin of one class'
plugin=$work/plugin
mkdir -p "$plugin/classes/META-INF/services"
cat >"$plugin/WeatherProvider.java" <<'JAVA'
package com.example.weather;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.stream.Stream;

public final class WeatherProvider implements DatasetProvider, Dataset {
    @Override
    public String id() {
        return "weather";
    }

    @Override
    public String description() {
        return "Questions about the weather";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        return this;
    }

    @Override
    public Stream<DatasetRecord> records() {
        return Stream.of(DatasetRecord.of("1", "Degrees Celsius at which water freezes?", "0"));
    }
}
JAVA
echo com.example.weather.WeatherProvider >"$plugin/classes/META-INF/services/dev.ipw.dataset.DatasetProvider"
"$JAVA_HOME/bin/javac" --release $oldest_java -cp "$project/target/lib/*" -d "$plugin/classes" \
    "$plugin/WeatherProvider.java"
"$JAVA_HOME/bin/jar" --create --file "$plugin/weather.jar" -C "$plugin/classes" .
"$root/ipw" --plugins "$plugin/weather.jar" list datasets >"$work/list.txt"
cat "$work/list.txt"
expect "$work/list.txt" '^ *weather  *Questions about the weather'
"$root/ipw" list datasets >"$work/list.txt"
! grep -q weather "$work/list.txt" || fail 'the plugin is listed without its jar'

echo '== The first lines of the README'
sed -i 's|<artifactId>ipw-core</artifactId>|<artifactId>ipw-embedded-model</artifactId>|' "$project/pom.xml"
sed -i "s|  </dependencies>|    <dependency><groupId>dev.ipw</groupId><artifactId>ipw-telemetry-native</artifactId><version>$version</version></dependency>\n  </dependencies>|" "$project/pom.xml"
rm -rf "$project/target" "$project/src/main/java"
mkdir -p "$project/src/main/java"
{
    printf 'import dev.ipw.ProfileRun;\nimport dev.ipw.Profiler;\nimport dev.ipw.telemetry.CollectorSelection;\n\npublic class First {\n'
    printf '    public static void main(String[] arguments) throws InterruptedException {\n'
    sed -n '/^## A first number/,/^## Joules/p' "$root/README.md" | sed -n '/^```java/,/^```/p' | sed '/^```$/q' | grep -v '^```'
    printf '    }\n}\n'
} >"$project/src/main/java/First.java"
build
(cd "$project" && "$JAVA_HOME/bin/java" -cp "target/classes:target/lib/*" First >"$work/out.txt" 2>"$work/err.txt") || {
    cat "$work/out.txt" "$work/err.txt" >&2
    fail "the README's first lines ended with an error"
}
cat "$work/out.txt"
expect "$work/out.txt" 'J/query \['
expect "$work/out.txt" 'IPJ \['

echo '== The same in a runtime of jlink'
modules=$(sed -n 's/^ *jlink --add-modules \([a-z.,]*\) .*/\1/p' "$root/docs/packaging.md")
"$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-6 \
    --output "$work/runtime"
(cd "$project" && "$work/runtime/bin/java" --enable-native-access=ALL-UNNAMED -cp "target/classes:target/lib/*" First \
    >"$work/out.txt" 2>"$work/err.txt") || {
    cat "$work/out.txt" "$work/err.txt" >&2
    fail 'the program does not run in a runtime of jlink'
}
cat "$work/out.txt"
expect "$work/out.txt" 'IPJ \['
echo "$(du -sh "$work/runtime" | cut -f1) with $modules"

# Print the dependencies of the project, and the sum of their jars; $1 is the most bytes and $2 the most jars allowed.
dependencies() {
    (cd "$project" && mvn -q -B -Dmaven.repo.local="$repository" dependency:tree -DoutputFile="$work/tree.txt" \
        >"$work/build.txt" 2>&1) || {
        cat "$work/build.txt" >&2
        fail 'the tree of dependencies cannot be had'
    }
    cat "$work/tree.txt"
    jars=$(find "$project/target/lib" -name '*.jar' | wc -l)
    bytes=$(cat "$project"/target/lib/*.jar | wc -c)
    echo "$jars jars, $bytes bytes"
    [ "$bytes" -le "$1" ] && [ "$jars" -le "$2" ] || fail "more than $1 bytes or $2 jars"
}

echo '== Joules of a lambda, without a profiler'
sed -i 's|<artifactId>ipw-embedded-model</artifactId>|<artifactId>ipw-energy</artifactId>|' "$project/pom.xml"
rm -rf "$project/target" "$project/src/main/java"
mkdir -p "$project/src/main/java"
cat >"$project/src/main/java/Joules.java" <<'JAVA'
import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.TelemetrySession;

public class Joules {
    public static void main(String[] arguments) {
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors(CollectorSelection.auto().orEstimate())
                .open()) {
            System.out.println(telemetry.measure(() -> java.math.BigInteger.TWO.pow(3_000_000).toString().length()));
        }
    }
}
JAVA
build
(cd "$project" && "$JAVA_HOME/bin/java" -cp "target/classes:target/lib/*" Joules) | tee "$work/out.txt"
expect "$work/out.txt" ' J \['
dependencies 2000000 5

echo '== Budgets in tests, by one test dependency'
rm -rf "$project/src" "$project/target"
mkdir -p "$project/src/test/java"
cat >"$project/src/test/java/BudgetTest.java" <<'JAVA'
import dev.ipw.junit.EnergyBudget;
import org.junit.jupiter.api.Test;

class BudgetTest {
    @Test
    @EnergyBudget(joules = 1000, allowEstimates = true)
    void generous() {
        work();
    }

    @Test
    @EnergyBudget(joules = 0.001)
    void tight() {
        work();
    }

    private static void work() {
        long end = System.nanoTime() + 20_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
JAVA
sed -i '/<artifactId>ipw-telemetry-native<\/artifactId>/d' "$project/pom.xml"
sed -i 's|<artifactId>ipw-energy</artifactId>|<artifactId>ipw-junit</artifactId>|' "$project/pom.xml"
sed -i 's|  </dependencies>|    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.14.4</version></dependency>\n  </dependencies>|' "$project/pom.xml"
sed -i 's|    <plugins>|    <plugins>\n      <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.6.1</version></plugin>|' "$project/pom.xml"
cat >"$work/Rapl.java" <<'JAVA'
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a processor package that draws 40 W, until this is killed. */
class Rapl {
    public static void main(String[] arguments) throws Exception {
        Path zone = Files.createDirectories(Path.of(arguments[0], "class", "powercap", "intel-rapl:0"));
        Files.writeString(zone.resolve("name"), "package-0\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
        long start = System.nanoTime();
        try (RandomAccessFile counter = new RandomAccessFile(zone.resolve("energy_uj").toFile(), "rw")) {
            while (true) {
                counter.seek(0);
                counter.write(String.format("%012d%n", 1_000_000 + (System.nanoTime() - start) / 1000 * 40).getBytes());
                Thread.sleep(1);
            }
        }
    }
}
JAVA
"$JAVA_HOME/bin/java" "$work/Rapl.java" "$work/sys" &
rapl=$!
trap 'kill $rapl 2>/dev/null || true; rm -rf "$work"' EXIT
tries=0
until [ -s "$work/sys/class/powercap/intel-rapl:0/energy_uj" ]; do
    tries=$((tries + 1))
    [ $tries -le 60 ] || fail 'the made-up processor did not start'
    sleep 1
done

tests() {
    (cd "$project" && mvn -B -Dmaven.repo.local="$repository" test "$@" >"$work/build.txt" 2>&1) || true
    sed -n '/^\[ERROR\] *FAIL:/p; /SKIPPED:/p; /INCONCLUSIVE:/p; /^\[[A-Z]*\] Tests run: [0-9]*, .*[0-9]$/p' "$work/build.txt" | sort -u
    cat "$project/target/ipw-energy.json" >>"$work/build.txt"
    expect "$work/build.txt" "Tests run: 2, Failures: $failures, Errors: 0, Skipped: $skipped"
}

echo '-- a processor that draws 40 W'
export IPW_SYSFS_ROOT="$work/sys"
failures=1 skipped=0
tests
expect "$work/build.txt" 'FAIL: mean energy .* MEASURED (powercap package-0)'
expect "$work/build.txt" '"conclusion" : "PASS"'
export IPW_SYSFS_ROOT="$work/nothing"
echo "-- no processor: an estimate where it is allowed"
failures=0 skipped=1
tests
expect "$work/build.txt" '"provenance" : "ESTIMATED"'
echo '-- telemetry switched off'
failures=0 skipped=2
tests -Dipw.collectors=none
expect "$work/build.txt" 'nothing measures energy here'

echo '== The starter project'
unset IPW_SYSFS_ROOT
MAVEN_REPOSITORY=$repository "$root/scripts/check-starter.sh"

echo '== All fine'
