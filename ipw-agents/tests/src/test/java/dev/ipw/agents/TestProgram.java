package dev.ipw.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The main method of a test class in a process of its own, which can be killed. */
final class TestProgram {
    private static final String ERRORS = "err.txt";

    private TestProgram() {}

    /** Starts it with a folder, which keeps its errors, and further arguments. */
    static Process start(Class<?> program, Path folder, String... further) throws IOException {
        String classPath = Stream
                .of("../target/classes", "target/test-classes", System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", ""))
                .filter(part -> !part.isEmpty()).collect(Collectors.joining(System.getProperty("path.separator")));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1", "-cp", classPath, program.getName(), folder.toString()));
        command.addAll(List.of(further));
        return new ProcessBuilder(command).redirectError(folder.resolve(ERRORS).toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Waits until it ends, without an error. */
    static void assertEnds(Process program, Path folder) throws IOException, InterruptedException {
        try {
            int status = program.waitFor();
            assertThat(status).as(Files.readString(folder.resolve(ERRORS))).isZero();
        } finally {
            program.destroyForcibly();
        }
    }
}
