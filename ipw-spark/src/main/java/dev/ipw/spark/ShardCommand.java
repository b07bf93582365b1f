package dev.ipw.spark;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The command line of a run, which Spark sends to its executors.
 *
 * <pre>{@code
 * ShardCommand.of("profile", "--client-base-url", "http://server:8000/v1", "--dataset", "mmlu-pro",
 *         "--output-dir", "/shared/runs", "--run-name", "night").launcher("/opt/ipw/ipw");
 * }</pre>
 *
 * @param arguments the arguments of {@code ipw}: {@code profile} or {@code run}, with its options
 * @param launcher  the program that runs {@code ipw} on each machine, with leading arguments; empty for the Java runtime
 *                  of Spark itself
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardCommand(List<String> arguments, List<String> launcher) implements Serializable {
    private static final String OUTPUT = "--output-dir";
    private static final String RUN_NAME = "--run-name";
    private static final String SHARD = "--shard";
    private static final String TAKE_OVER = "--take-over";
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

    /**
     * Checks the place of the run.
     *
     * @throws IllegalArgumentException if the run has no name, or its folder is not an absolute path of a file system
     */
    public ShardCommand {
        arguments = List.copyOf(arguments);
        launcher = List.copyOf(launcher);
        if (arguments.isEmpty() || !List.of("profile", "run").contains(arguments.get(0))) {
            throw new IllegalArgumentException(
                    "Spark runs shards of 'profile' and 'run', with their options, not of '"
                            + (arguments.isEmpty() ? "" : arguments.get(0)) + "'");
        }
        if (value(arguments, SHARD).isPresent()) {
            throw new IllegalArgumentException("Spark deals the shards itself: leave " + SHARD + " out");
        }
        requireName(required(arguments, RUN_NAME));
        requireFileSystem(required(arguments, OUTPUT));
    }

    /**
     * Creates a command that runs in the Java runtime of Spark.
     *
     * @param arguments {@code profile} or {@code run}, with its options; {@code --output-dir} and {@code --run-name} are
     *                  required
     * @return the command
     */
    public static ShardCommand of(String... arguments) {
        return new ShardCommand(List.of(arguments), List.of());
    }

    /**
     * Runs {@code ipw} as a process of its own, with the Java runtime that its launcher finds.
     *
     * @param program the path of {@code ipw} on each machine, after programs that start it, if any
     * @return the changed copy
     */
    public ShardCommand launcher(String... program) {
        return new ShardCommand(arguments, List.of(program));
    }

    /**
     * Returns the folder of all runs.
     *
     * @return an absolute path that all machines share
     */
    public Path output() {
        return Path.of(required(arguments, OUTPUT));
    }

    /**
     * Returns the folder of the run.
     *
     * @return an absolute path that all machines share
     */
    public Path run() {
        return output().resolve(required(arguments, RUN_NAME));
    }

    List<String> ofShard(int index, int count, boolean takesOver) {
        List<String> all = new ArrayList<>(arguments);
        all.add(SHARD);
        all.add(index + "/" + count);
        if (takesOver && !arguments.contains(TAKE_OVER)) {
            all.add(TAKE_OVER);
        }
        return all;
    }

    IpwProgram program() {
        return launcher.isEmpty() ? new IpwInProcess() : new IpwChild(launcher);
    }

    private static void requireName(String name) {
        Path path = Path.of(name);
        if (path.getNameCount() != 1 || path.isAbsolute() || name.isBlank() || name.startsWith(".")) {
            throw new IllegalArgumentException(RUN_NAME + " must be the name of one folder, not '" + name + "'");
        }
    }

    private static void requireFileSystem(String output) {
        if (SCHEME.matcher(output).matches()) {
            throw new IllegalArgumentException("A run cannot be in " + output.substring(0, output.indexOf(':'))
                    + " storage: its journal is appended to and locked, which object stores and HDFS cannot do. Give "
                    + OUTPUT + " a folder that all machines mount, such as /shared/runs over NFS, and copy the finished"
                    + " run from there");
        }
        if (!Path.of(output).isAbsolute()) {
            throw new IllegalArgumentException(OUTPUT + " must be an absolute path, because executors have other"
                    + " working directories, not '" + output + "'");
        }
    }

    private static String required(List<String> arguments, String option) {
        return value(arguments, option).orElseThrow(() -> new IllegalArgumentException(
                "All shards need the same folder: add " + option));
    }

    /** Returns the last value of an option, in either form. */
    private static Optional<String> value(List<String> arguments, String option) {
        Stream<String> values = IntStream.range(0, arguments.size()).mapToObj(place -> {
            String argument = arguments.get(place);
            if (argument.startsWith(option + "=")) {
                return argument.substring(option.length() + 1);
            }
            return argument.equals(option) && place + 1 < arguments.size() ? arguments.get(place + 1) : null;
        }).filter(Objects::nonNull);
        return values.reduce((earlier, later) -> later);
    }

    /** Returns a text without the arguments, which can contain keys. */
    @Override
    public String toString() {
        return "ipw " + arguments.get(0) + " in " + run();
    }
}
