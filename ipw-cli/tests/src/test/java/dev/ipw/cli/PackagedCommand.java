package dev.ipw.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Starts the jar in a process of its own, as the launcher does. */
final class PackagedCommand {
    private static final Path JAR = Path.of("..", "target", "ipw-cli.jar").toAbsolutePath();

    private final Path folder;
    private final List<String> javaOptions = new ArrayList<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Path out;
    private final Path err;
    final Path log;

    PackagedCommand(Path folder) {
        this.folder = folder;
        out = folder.resolve("out.txt");
        err = folder.resolve("err.txt");
        log = folder.resolve("ipw.log");
    }

    /** Add an option of the Java runtime. */
    PackagedCommand withJavaOption(String option) {
        javaOptions.add(option);
        return this;
    }

    /** Set a variable of the environment. */
    PackagedCommand withVariable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    Process start(String... arguments) throws IOException {
        return builder(arguments).redirectOutput(out.toFile()).start();
    }

    /** Start with its output left to be read as it comes. */
    Process startPiped(String... arguments) throws IOException {
        return builder(arguments).start();
    }

    /** Start once a line was written to its input, with its output left to be read as it comes. */
    Process startHeld(String... arguments) throws IOException {
        ProcessBuilder builder = builder(arguments);
        builder.command().addAll(0, List.of("sh", "-c", "read go && exec \"$@\"", "sh"));
        return builder.start();
    }

    /** Start with its output going to something that is there. */
    Process startTo(Path there, String... arguments) throws IOException {
        return builder(arguments).redirectOutput(ProcessBuilder.Redirect.appendTo(there.toFile())).start();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        // It ends before the second compiler of the runtime would pay.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(javaOptions);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectError(err.toFile());
        builder.environment().put("IPW_LOG_FILE", log.toString());
        builder.environment().putAll(variables);
        return builder;
    }

    int run(String... arguments) throws IOException, InterruptedException {
        return await(start(arguments));
    }

    int await(Process process) throws InterruptedException {
        return process.waitFor();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    /** A shell starts its background jobs, and all that they start, with the interrupt ignored. */
    static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
