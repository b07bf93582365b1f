package dev.ipw.benchmarks.verification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.environment.CommandEnd;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The result of a task's tests.
 *
 * @param rewards     the rewards by key; empty if there are none
 * @param problem     the reason that there are none; empty if there are
 * @param isTimedOut  whether the tests were ended at their time limit
 * @param environment the isolation of the task, such as {@code podman}
 * @param reason      the reason that the task is not solved, where the tests give it
 * @param facts       further facts of the tests, by name
 */
public record Verification(Map<String, Double> rewards, Optional<String> problem, boolean isTimedOut,
        String environment, Optional<String> reason, Map<String, String> facts) {
    /** The key of a task with one reward. */
    public static final String REWARD = "reward";
    /** The file in the folder of a query, where its agent cannot reach it. */
    private static final String FILE = "verification.json";
    private static final int MAX_BYTES = 1 << 20;
    private static final int SHOWN = 300;

    /** Copies the maps; rejects nulls. */
    public Verification {
        rewards = Map.copyOf(rewards);
        facts = Map.copyOf(facts);
    }

    /**
     * Makes a result with rewards.
     *
     * @param rewards     the rewards by key
     * @param environment the isolation of the task
     * @return the result
     */
    public static Verification of(Map<String, Double> rewards, String environment) {
        return new Verification(rewards, Optional.empty(), false, environment, Optional.empty(), Map.of());
    }

    /**
     * Makes a result of tests that were ended at their time limit, which counts as failed.
     *
     * @param problem     a sentence on the time limit
     * @param environment the isolation of the task
     * @return the result
     */
    public static Verification timedOut(String problem, String environment) {
        return new Verification(Map.of(), Optional.of(problem), true, environment, Optional.empty(), Map.of());
    }

    /**
     * Makes a result of a task that is not solved.
     *
     * @param why         the reason in a sentence
     * @param environment the isolation of the task
     * @return the result
     */
    public static Verification failed(String why, String environment) {
        return of(Map.of(REWARD, 0.0), environment).withReason(why);
    }

    /**
     * Sets the reason that the task is not solved.
     *
     * @param why the reason in a sentence
     * @return a copy with the reason
     */
    public Verification withReason(String why) {
        return new Verification(rewards, problem, isTimedOut, environment, Optional.of(why), facts);
    }

    /**
     * Adds facts.
     *
     * @param more the facts by name
     * @return a copy with them
     */
    public Verification withFacts(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(facts);
        all.putAll(more);
        return new Verification(rewards, problem, isTimedOut, environment, reason, all);
    }

    /**
     * Returns whether the tests have no result: neither a reward nor the end of their time.
     *
     * @return true if the task is neither solved nor unsolved
     */
    public boolean isMissing() {
        return problem.isPresent() && !isTimedOut;
    }

    /**
     * Reads the rewards that tests wrote: reward.json first, else reward.txt. Finished tests without a reward from 0 to
     * 1 have no result.
     *
     * @param folder      the tests' folder of this machine
     * @param end         the end of the tests
     * @param exitCode    their exit status
     * @param environment the isolation of the task
     * @return the result
     */
    public static Verification of(Path folder, CommandEnd end, int exitCode, String environment) {
        if (end != CommandEnd.FINISHED) {
            return end == CommandEnd.TIMED_OUT
                    ? timedOut("The script of the tests " + end.words(), environment)
                    : failed("The script of the tests " + end.words(), environment);
        }
        try {
            Optional<String> json = text(folder.resolve("reward.json"));
            Optional<String> plain = text(folder.resolve("reward.txt"));
            Map<String, Double> rewards = json.isPresent()
                    ? rewards(json.get())
                    : plain.isPresent()
                            ? Map.of(REWARD, number(plain.get()))
                            : Map.of();
            return rewards.isEmpty()
                    ? missing("The tests wrote no reward; they ended with the exit status " + exitCode, environment)
                    : of(rewards, environment);
        } catch (InputException | JsonSyntaxException unreadable) {
            return missing("The reward that the tests wrote cannot be read: " + unreadable.getMessage(), environment);
        }
    }

    /**
     * Makes a result of tests that have none.
     *
     * @param problem     the reason
     * @param environment the isolation of the task
     * @return the result
     */
    public static Verification missing(String problem, String environment) {
        return new Verification(Map.of(), Optional.of(problem), false, environment, Optional.empty(), Map.of());
    }

    /** Reads a file of the tests' folder, which may be a link to anything; only a regular file is read. */
    private static Optional<String> text(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        return Optional.of(new String(BoundedFile.readUnlinked(file, MAX_BYTES), StandardCharsets.UTF_8));
    }

    private static Map<String, Double> rewards(String text) throws JsonSyntaxException {
        JsonNode node = Json.parse(text);
        if (!node.isObject() || node.isEmpty()) {
            throw new InputException("reward.json is no object of numbers");
        }
        Map<String, Double> all = new TreeMap<>();
        node.properties().forEach(entry -> {
            String name = "in reward.json, " + Excerpt.of(entry.getKey(), SHOWN);
            if (!entry.getValue().isNumber() || !Double.isFinite(entry.getValue().asDouble())) {
                throw new InputException(name + " is no number");
            }
            double value = entry.getValue().asDouble();
            // Tests may record other counts beside the reward.
            all.put(entry.getKey(), node.size() == 1 || entry.getKey().equals(REWARD) ? reward(value, name) : value);
        });
        return all;
    }

    private static double number(String text) {
        try {
            return reward(new BigDecimal(text.strip()).doubleValue(), "the number in reward.txt");
        } catch (NumberFormatException noNumber) {
            throw new InputException("reward.txt holds no number but '" + Excerpt.of(text.strip(), SHOWN) + "'",
                    noNumber);
        }
    }

    /** Rejects a value that is not a reward: it would pass for a solved task, or have a weight in a mean. */
    private static double reward(double value, String name) {
        if (!isReward(value)) {
            throw new InputException(name + " is " + value + ", and a reward is from 0 to 1");
        }
        return value;
    }

    /** Returns whether a number can be a reward. */
    static boolean isReward(double value) {
        return value >= 0 && value <= 1;
    }

    /**
     * Writes the result into a folder.
     *
     * @param taskFolder the folder of the query
     * @throws InputException if it cannot be written
     */
    public void write(Path taskFolder) {
        ObjectNode node = Json.object();
        ObjectNode kept = node.putObject("rewards");
        rewards.forEach(kept::put);
        problem.ifPresentOrElse(text -> node.put("problem", text), () -> node.putNull("problem"));
        node.put("timed_out", isTimedOut).put("environment", environment);
        reason.ifPresent(text -> node.put("reason", text));
        ObjectNode known = node.putObject("facts");
        facts.forEach(known::put);
        AtomicFile.write(taskFolder.resolve(FILE), Json.pretty(node).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads the kept result of a query.
     *
     * @param taskFolder the folder of the query
     * @return the result of its tests; empty if they were not run
     * @throws InputException if it is torn
     */
    public static Optional<Verification> read(Path taskFolder) {
        Path file = taskFolder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode node = Json.parse(BoundedFile.read(file, MAX_BYTES));
            Map<String, Double> rewards = new TreeMap<>();
            node.path("rewards").properties().forEach(one -> rewards.put(one.getKey(), one.getValue().asDouble()));
            Map<String, String> facts = new TreeMap<>();
            node.path("facts").properties().forEach(one -> facts.put(one.getKey(), one.getValue().asText()));
            return Optional.of(new Verification(rewards,
                    Optional.ofNullable(node.path("problem").textValue()), node.path("timed_out").asBoolean(),
                    node.path("environment").asText(), Optional.ofNullable(node.path("reason").textValue()), facts));
        } catch (JsonSyntaxException torn) {
            throw new InputException(file + " is torn: " + torn.getMessage(), torn);
        }
    }
}
