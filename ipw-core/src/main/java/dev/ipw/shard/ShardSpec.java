package dev.ipw.shard;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a run: the questions, and the requests of an open load, whose number in the whole run leaves the remainder
 * {@code index} when it is divided by {@code count}. So each shard works over the whole time of the run.
 *
 * @param index the number of the shard, from 0
 * @param count the number of shards, at most 99999; 1 is the whole run
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardSpec(int index, int count) {
    /** The only shard of a whole run. */
    public static final ShardSpec WHOLE = new ShardSpec(0, 1);

    private static final int MAX_COUNT = 99_999;
    private static final Pattern TEXT = Pattern.compile("\\s*([0-9]{1,5})\\s*/\\s*([0-9]{1,5})\\s*");
    private static final Pattern FOLDER = Pattern.compile("shard-([0-9]{5})-of-([0-9]{5})");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final String KUBERNETES_INDEX = "JOB_COMPLETION_INDEX";
    private static final String KUBERNETES_COUNT = "JOB_COMPLETIONS";
    private static final String SLURM_INDEX = "SLURM_ARRAY_TASK_ID";
    private static final String SLURM_FIRST = "SLURM_ARRAY_TASK_MIN";
    private static final String SLURM_STEP = "SLURM_ARRAY_TASK_STEP";
    private static final String SLURM_COUNT = "SLURM_ARRAY_TASK_COUNT";

    /** Checks the numbers. */
    public ShardSpec {
        if (count < 1 || count > MAX_COUNT || index < 0 || index >= count) {
            throw new ConfigurationException("There is no shard " + index + "/" + count
                    + ". A run has 1 to " + MAX_COUNT + " shards, and their numbers begin with 0: 0/4, 1/4, 2/4, 3/4");
        }
    }

    /**
     * Parses a shard.
     *
     * @param text the number of the shard from 0, a slash and the number of shards, such as {@code 7/64}
     * @return the shard
     * @throws ConfigurationException if it is none
     */
    public static ShardSpec parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new ConfigurationException("A shard is its number from 0, a slash and the number of shards, such as"
                    + " 7/64, not '" + Redaction.excerpt(text, 100) + "'");
        }
        return new ShardSpec(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    /**
     * Returns the shard of a task of Kubernetes or Slurm.
     *
     * @param environment the variables of the process
     * @return the shard
     * @throws ConfigurationException if the variables name no shard, or not the number of shards
     */
    public static ShardSpec fromEnvironment(Map<String, String> environment) {
        return fromEnvironment(environment, OptionalInt.empty());
    }

    /**
     * Returns the shard of a task of Kubernetes ({@code JOB_COMPLETION_INDEX}) or Slurm ({@code SLURM_ARRAY_TASK_ID}).
     *
     * @param environment the variables of the process
     * @param count       the number of shards; empty for {@code JOB_COMPLETIONS}, which the job must set, or
     *                    {@code SLURM_ARRAY_TASK_COUNT}
     * @return the shard
     * @throws ConfigurationException if the variables name no shard, or not the number of shards
     */
    public static ShardSpec fromEnvironment(Map<String, String> environment, OptionalInt count) {
        boolean isKubernetes = environment.containsKey(KUBERNETES_INDEX);
        if (isKubernetes == environment.containsKey(SLURM_INDEX)) {
            throw new ConfigurationException((isKubernetes
                    ? "Both " + KUBERNETES_INDEX + " and " + SLURM_INDEX + " name a shard"
                    : "Neither " + KUBERNETES_INDEX + " (an indexed job of Kubernetes) nor " + SLURM_INDEX
                            + " (a job array of Slurm) is set, so that the environment names no shard")
                    + ". Give its number, such as 7/64");
        }
        return isKubernetes
                ? new ShardSpec(number(environment, KUBERNETES_INDEX).orElseThrow(),
                        count(environment, KUBERNETES_COUNT, count))
                : ofSlurm(environment, count(environment, SLURM_COUNT, count));
    }

    private static ShardSpec ofSlurm(Map<String, String> environment, int count) {
        int task = number(environment, SLURM_INDEX).orElseThrow();
        int first = number(environment, SLURM_FIRST).orElse(0);
        int step = Math.max(1, number(environment, SLURM_STEP).orElse(1));
        if (task < first || (task - first) % step != 0 || (task - first) / step >= count) {
            throw new ConfigurationException("The task " + task + " of the array is no shard of " + count
                    + ": its numbers begin with " + first + " and grow by " + step
                    + ". Give the array as a range, such as 0-" + (count - 1));
        }
        return new ShardSpec((task - first) / step, count);
    }

    private static int count(Map<String, String> environment, String variable, OptionalInt given) {
        OptionalInt known = number(environment, variable);
        if (given.isPresent() && known.isPresent() && given.getAsInt() != known.getAsInt()) {
            throw new ConfigurationException(variable + " is " + known.getAsInt() + ", but " + given.getAsInt()
                    + " shards are asked for. Leave one of the two out");
        }
        return given.orElseGet(() -> known.orElseThrow(() -> new ConfigurationException(
                "The number of shards is unknown, because " + variable + " is not set. Set it, or give the number")));
    }

    private static OptionalInt number(Map<String, String> environment, String variable) {
        String text = environment.get(variable);
        if (text == null) {
            return OptionalInt.empty();
        }
        if (!NUMBER.matcher(text.strip()).matches()) {
            throw new ConfigurationException(
                    variable + " must be a number, not '" + Redaction.excerpt(text, 100) + "'");
        }
        return OptionalInt.of(Integer.parseInt(text.strip()));
    }

    /**
     * Returns the name of the shard's folder.
     *
     * @return the name, such as {@code shard-00007-of-00064}
     */
    public String folderName() {
        return String.format(Locale.ROOT, "shard-%05d-of-%05d", index, count);
    }

    /**
     * Finds the shard of a folder.
     *
     * @param name the name of the folder
     * @return the shard; empty if no shard has a folder of that name
     */
    public static Optional<ShardSpec> ofFolderName(@Nullable String name) {
        Matcher parts = FOLDER.matcher(name == null ? "" : name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int index = Integer.parseInt(parts.group(1));
        int count = Integer.parseInt(parts.group(2));
        return index < count ? Optional.of(new ShardSpec(index, count)) : Optional.empty();
    }

    /**
     * Returns the shard's part of the whole run's requests, questions or concurrency. The parts of all shards add up to
     * the whole.
     *
     * @param whole the number in the whole run
     * @return the number in this shard
     */
    public long partOf(long whole) {
        return whole <= index ? 0 : (whole - index - 1) / count + 1;
    }

    /**
     * Returns whether a question or a request belongs to this shard.
     *
     * @param number its number in the whole run, from 0
     * @return true if it does
     */
    public boolean contains(long number) {
        return number % count == index;
    }

    /**
     * Returns the numbers that belong to this shard.
     *
     * @param whole the number in the whole run
     * @return numbers from 0 to that number, which it does not include
     */
    public LongStream numbers(long whole) {
        return LongStream.iterate(index, number -> number < whole, number -> number + count);
    }

    /** Returns the shard as {@link #parse} reads it. */
    @Override
    public String toString() {
        return index + "/" + count;
    }
}
