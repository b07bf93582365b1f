package dev.ipw.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apiguardian.api.API;

/** The application for {@code spark-submit}. */
@API(status = API.Status.EXPERIMENTAL)
public final class Main {
    private static final String USAGE = "Usage: --shards N [--launcher IPW] [--clock-difference TIME]"
            + " profile|run OPTIONS, as 'ipw' has them, with --output-dir and --run-name";

    private Main() {}

    /**
     * Runs a command in shards, merges them and prints the result.
     *
     * @param arguments the options of Spark's part, then {@code profile} or {@code run} with its options
     */
    public static void main(String[] arguments) {
        SparkProfiler profiler = parse(arguments);
        SparkSession spark = SparkSession.builder().appName("ipw").getOrCreate();
        try {
            System.out.println(profiler.run(spark).text());
        } finally {
            spark.stop();
        }
    }

    static SparkProfiler parse(String... arguments) {
        List<String> left = new ArrayList<>(Arrays.asList(arguments));
        Optional<String> shards = Optional.empty();
        Optional<String> launcher = Optional.empty();
        Optional<String> clockDifference = Optional.empty();
        while (left.size() > 1 && left.get(0).startsWith("--")) {
            String option = left.remove(0);
            Optional<String> value = Optional.of(left.remove(0));
            switch (option) {
                case "--shards" -> shards = value;
                case "--launcher" -> launcher = value;
                case "--clock-difference" -> clockDifference = value;
                default -> throw new IllegalArgumentException("Unknown option " + option + ". " + USAGE);
            }
        }
        ShardCommand inProcess = new ShardCommand(left, List.of());
        ShardCommand command = launcher.map(inProcess::launcher).orElse(inProcess);
        SparkProfiler profiler = SparkProfiler.of(command, count(shards.orElseThrow(
                () -> new IllegalArgumentException("The number of shards is missing. " + USAGE))));
        return clockDifference.map(profiler::clockDifference).orElse(profiler);
    }

    private static int count(String shards) {
        try {
            return Integer.parseInt(shards);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("--shards must be a number, not '" + shards + "'", wrong);
        }
    }
}
