package dev.ipw.benchmarks.harbor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.environment.CommandEnd;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Hold what a task's tests said.
 *
 * @param rewards     by key; empty if there are none
 * @param problem     why there are none; empty if there are
 * @param isTimedOut  whether the tests were ended because they took too long
 * @param environment what kept the task apart, such as {@code podman}
 */
record Verification(Map<String, Double> rewards, Optional<String> problem, boolean isTimedOut, String environment) {
    /** The key of a task with one reward. */
    static final String REWARD = "reward";
    /** The file in the folder of a query, where its agent cannot reach it. */
    static final String FILE = "verification.json";
    private static final int MOST_BYTES = 1 << 20;
    private static final int SHOWN = 300;

    /** Copy the map. */
    Verification {
        rewards = Map.copyOf(rewards);
    }

    /**
     * Read the rewards that tests wrote: reward.json first, else reward.txt.
     *
     * @param folder      the tests' folder of this machine
     * @param end         how the tests ended
     * @param exitCode    their exit status
     * @param environment what kept the task apart
     */
    static Verification of(Path folder, CommandEnd end, int exitCode, String environment) {
        if (end != CommandEnd.FINISHED) {
            return new Verification(Map.of(), Optional.of("The tests " + end.words()), end == CommandEnd.TIMED_OUT,
                    environment);
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
                    : new Verification(rewards, Optional.empty(), false, environment);
        } catch (InputException | JsonSyntaxException unreadable) {
            return missing("The reward that the tests wrote cannot be read: " + unreadable.getMessage(), environment);
        }
    }

    static Verification missing(String problem, String environment) {
        return new Verification(Map.of(), Optional.of(problem), false, environment);
    }

    /** What the tests' folder holds may be a link to anything; only a file of its own is read. */
    private static Optional<String> text(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private static Map<String, Double> rewards(String text) throws JsonSyntaxException {
        JsonNode node = Json.parse(text);
        if (!node.isObject() || node.isEmpty()) {
            throw new InputException("reward.json is no object of numbers");
        }
        Map<String, Double> all = new TreeMap<>();
        node.properties().forEach(entry -> {
            if (!entry.getValue().isNumber() || !Double.isFinite(entry.getValue().asDouble())) {
                throw new InputException("in reward.json, " + Excerpt.of(entry.getKey(), SHOWN) + " is no number");
            }
            all.put(entry.getKey(), entry.getValue().asDouble());
        });
        return all;
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new InputException("reward.txt holds no number but '" + Excerpt.of(text.strip(), SHOWN) + "'",
                    noNumber);
        }
        throw new InputException("reward.txt holds no finite number");
    }

    void write(Path taskFolder) {
        ObjectNode node = Json.object();
        ObjectNode kept = node.putObject("rewards");
        rewards.forEach(kept::put);
        problem.ifPresentOrElse(text -> node.put("problem", text), () -> node.putNull("problem"));
        node.put("timed_out", isTimedOut).put("environment", environment);
        AtomicFile.write(taskFolder.resolve(FILE), Json.pretty(node).getBytes(StandardCharsets.UTF_8));
    }

    /** Read what was kept of a query; empty if its tests were not run. */
    static Optional<Verification> read(Path taskFolder) {
        Path file = taskFolder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode node = Json.parse(BoundedFile.read(file, MOST_BYTES));
            Map<String, Double> rewards = new TreeMap<>();
            node.path("rewards").properties().forEach(one -> rewards.put(one.getKey(), one.getValue().asDouble()));
            return Optional.of(new Verification(rewards,
                    Optional.ofNullable(node.path("problem").textValue()), node.path("timed_out").asBoolean(),
                    node.path("environment").asText()));
        } catch (JsonSyntaxException torn) {
            throw new InputException(file + " is torn: " + torn.getMessage(), torn);
        }
    }
}
