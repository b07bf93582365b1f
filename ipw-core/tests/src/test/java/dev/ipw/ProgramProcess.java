package dev.ipw;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts a program of the tests in a process of its own, which can be killed. */
final class ProgramProcess {
    private ProgramProcess() {}

    /** Start a program that takes a folder; its standard error goes to {@code err.txt} in there, and so do temporary files. */
    static Process start(Class<?> program, Path folder) throws IOException {
        return start(program, folder, List.of());
    }

    /** Start it by a shell, with further arguments. */
    static Process start(Class<?> program, Path folder, List<String> shell, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Djava.io.tmpdir=" + folder, "-cp", classPath(),
                program.getName(),
                folder.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(folder.resolve("err.txt").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static String classPath() {
        String separator = System.getProperty("path.separator");
        return Stream.of("../target/classes", "target/test-classes", System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", "")).filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + separator + other).orElseThrow();
    }
}
