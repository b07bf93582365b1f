package dev.ipw.telemetry.hardware.foreign;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OlderJavaTests {
    private static final Path SOURCES = Path.of("..", "src", "main", "java", "dev", "ipw", "telemetry", "hardware");
    private static final List<String> READERS = List.of("", "apple", "host", "hwmon", "msr", "powercap", "process",
            "processor");

    @Test
    void saysWhichJavaNativeFunctionsNeed() {
        assertThat(NativeLibrary.obstacle(21)).contains("native functions need Java 22 or newer, and this is Java 21");
        assertThat(NativeLibrary.obstacle(22)).isEmpty();
        assertThat(NativeLibrary.obstacle()).isEmpty();
    }

    @Test
    void readersOfFilesCallNothingNewerThanJava21(@TempDir Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean isCompiled = compiler.getTask(problems, files, null,
                    List.of("--release", "21", "-proc:none", "-implicit:none", "-d", classes.toString(), "-classpath",
                            System.getProperty("java.class.path")),
                    null, files.getJavaFileObjectsFromPaths(sources())).call();
            assertThat(isCompiled).as(problems.toString()).isTrue();
        }
    }

    private static List<Path> sources() throws IOException {
        Stream.Builder<Path> sources = Stream.builder();
        for (String reader : READERS) {
            try (Stream<Path> entries = Files.list(SOURCES.resolve(reader))) {
                entries.filter(file -> file.toString().endsWith(".java")).forEach(sources);
            }
        }
        return sources.build().toList();
    }
}
