package dev.ipw.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apiguardian.api.API;

/**
 * A run in shards on Spark: each task runs one shard, and the driver merges them. A task that Spark repeats resumes its
 * shard; so does another application with the same command, after the first one was lost.
 *
 * <pre>{@code
 * SparkRun run = SparkProfiler.of(command, 64).run(spark);
 * System.out.println(run.text());
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SparkProfiler {
    private static final String SPECULATION = "spark.speculation";

    private final ShardCommand command;
    private final int shards;
    private final Optional<String> clockDifference;

    private SparkProfiler(ShardCommand command, int shards, Optional<String> clockDifference) {
        this.command = command;
        this.shards = shards;
        this.clockDifference = clockDifference;
    }

    /**
     * Prepares a run.
     *
     * @param command the command of the whole run
     * @param shards  the number of shards, at least 1
     * @return a profiler
     */
    public static SparkProfiler of(ShardCommand command, int shards) {
        if (shards < 1) {
            throw new IllegalArgumentException("A run has at least 1 shard, not " + shards);
        }
        return new SparkProfiler(Objects.requireNonNull(command, "command"), shards, Optional.empty());
    }

    /**
     * Sets how far the clocks of two machines may differ.
     *
     * @param most the option {@code --clock-difference} of {@code ipw merge}, such as {@code 2ms}
     * @return the changed copy
     */
    public SparkProfiler clockDifference(String most) {
        return new SparkProfiler(command, shards, Optional.of(most));
    }

    /**
     * Runs all shards, and merges them.
     *
     * @param spark the session, on whose executors the shards run
     * @return the merged run
     * @throws IllegalArgumentException if the session speculates, or a shard is refused; nothing is merged then
     * @throws IllegalStateException    if the shards cannot be merged
     */
    public SparkRun run(SparkSession spark) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        requireNoSpeculation(context.getConf().getBoolean(SPECULATION, false));
        List<Integer> indexes = IntStream.range(0, shards).boxed().toList();
        Path marker = mark(command.output());
        List<ShardOutcome> outcomes;
        try {
            ShardTask task = new ShardTask(command, shards, String.valueOf(marker.getFileName()));
            outcomes = context.parallelize(indexes, shards).map(index -> task.run(index, attempt(TaskContext.get())))
                    .collect();
        } finally {
            delete(marker);
        }
        return merged(outcomes);
    }

    static void requireNoSpeculation(boolean speculates) {
        if (speculates) {
            throw new IllegalArgumentException("Speculation starts a second copy of a shard, which asks its questions"
                    + " again and loads the server that is measured. Set " + SPECULATION + "=false");
        }
    }

    /** Counts a repeated stage like a repeated task: either way an earlier attempt may still run. */
    private static int attempt(TaskContext task) {
        return Math.max(task.attemptNumber(), task.stageAttemptNumber());
    }

    SparkRun merged(List<ShardOutcome> outcomes) {
        String refused = outcomes.stream().filter(ShardOutcome::isRefused)
                .map(outcome -> "Shard " + outcome.index() + " on " + outcome.host() + ": " + outcome.text()).distinct()
                .collect(Collectors.joining("\n"));
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("Shards of " + command.run() + " were refused, and nothing was merged.\n"
                    + refused);
        }
        List<String> arguments = new ArrayList<>(List.of("merge", command.run().toString()));
        clockDifference.ifPresent(most -> arguments.addAll(List.of("--clock-difference", most)));
        try {
            IpwResult result = command.program().run(arguments);
            if (result.exitCode() != ShardOutcome.FINE) {
                throw new IllegalStateException("The shards of " + command.run() + " are finished, but not merged: "
                        + result.err());
            }
            return new SparkRun(command.run(), result.out(), outcomes);
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot start the merge of " + command.run() + " on the driver", failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The merge of " + command.run() + " was interrupted; run it again",
                    stopped);
        }
    }

    private static Path mark(Path output) {
        try {
            Files.createDirectories(output);
            return Files.createFile(output.resolve(".ipw-spark-" + UUID.randomUUID()));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot write in " + output + ", the folder of all runs. Check that it is"
                    + " mounted and that the driver may write there", failure);
        }
    }

    private static void delete(Path marker) {
        try {
            Files.deleteIfExists(marker);
        } catch (IOException left) {
            // An empty file is left over, which no run reads.
        }
    }
}
