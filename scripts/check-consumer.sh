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
(cd "$root" && mvn -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true -Dmaven.repo.local="$repository" install \
    >"$work/build.txt" 2>&1) || {
    cat "$work/build.txt" >&2
    fail 'mvn install failed'
}
installed=$(cd "$repository/dev/ipw" && echo *)
echo "installed: $installed"
case $installed in
    *benchmarks* | *example-programs*) fail 'what is never published was installed' ;;
esac
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
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
            return new ClientInfo("shouter", "upper-case", Optional.empty(), ServingHost.LOCAL, Map.of());
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
    public Dataset open(Parameters parameters) {
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
"$root/ipw" --plugins "$plugin/weather.jar" list all >"$work/list.txt"
cat "$work/list.txt"
expect "$work/list.txt" '^  weather  *Questions about the weather'
"$root/ipw" list all >"$work/list.txt"
! grep -q weather "$work/list.txt" || fail 'the plugin is listed without its jar'

echo '== All fine'
