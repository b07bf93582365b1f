package dev.ipw.internal.table;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Start {@link TableConsumer} as a user's program starts: without the flags of the build's test JVM. */
@Tag("real-time")
@Tag("process")
class TableConsumerTests {
    private static final String ROWS = " [{problem=2+2=, marks=[0.5, 1.5]}, {problem=3+3=, marks=null}] true";

    @TempDir
    Path folder;

    @Test
    void worksOnTheClassPathWithoutAFlag() throws Exception {
        assertThat(run(List.of("-cp", testClasses() + File.pathSeparator + libraries(), TableConsumer.class.getName())))
                .isEqualTo("class path" + ROWS);
    }

    @Test
    void worksOnTheModulePathWithoutAFlag() throws Exception {
        // Other test classes would bring packages of other modules into this one.
        Path patch = folder.resolve("patch");
        Path classFile = Path.of(TableConsumer.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(patch.resolve(classFile).getParent());
        Files.copy(testClasses().resolve(classFile), patch.resolve(classFile));
        assertThat(run(List.of("-p", libraries(), "--patch-module", "dev.ipw.core=" + patch, "-m",
                "dev.ipw.core/" + TableConsumer.class.getName()))).isEqualTo("dev.ipw.core" + ROWS);
    }

    private String run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(arguments);
        command.add(Files.createDirectory(folder.resolve("dataset")).toString());
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        int status = process.waitFor();
        String errors = Files.readString(err, StandardCharsets.UTF_8);
        assertThat(status).as(errors).isZero();
        assertThat(errors).doesNotContain("Exception");
        return Files.readString(out, StandardCharsets.UTF_8).strip();
    }

    /** Surefire puts the libraries on one path or the other; test classes alone come as a patch. */
    private static String libraries() {
        return Stream.of("jdk.module.path", "java.class.path")
                .map(property -> System.getProperty(property, ""))
                .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
                .filter(entry -> !entry.isEmpty()
                        && !Path.of(entry).getFileName().toString().matches("(junit|surefire).*"))
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path testClasses() throws URISyntaxException {
        URL main = Objects.requireNonNull(TableConsumer.class.getResource("TableConsumer.class"));
        Path classFile = Path.of(main.toURI());
        return classFile.getRoot().resolve(classFile.subpath(0,
                classFile.getNameCount() - TableConsumer.class.getName().split("\\.").length));
    }
}
