package dev.ipw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.internal.json.Json;
import dev.ipw.testing.Draws;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws logs of a device whose joules are known, damages them, and holds what {@code ipw attribute} makes of them. */
@Tag("fuzz")
class AttributeFuzzTests {
    private static final List<String> FLAGS_OF_DOUBT = List.of("RESET", "PARTIAL", "GAP", "INCONSISTENT");
    private static final double ABOVE_LIMIT = 1.2;

    @TempDir
    private Path folder;

    @Test
    void findsTheTrueJoulesOfLogsThatAreWhole() {
        DrawnInputs.each("whole logs", Draws.of(3, 15), random -> {
            LoggedEngine engine = LoggedEngine.drawn(random);
            FuzzedCommand command = attribute(bytes(engine.samples()), bytes(engine.requests()));
            JsonNode total = total(command);
            assertThat(command.err()).doesNotContain("left out", "RESET", "INCONSISTENT");
            assertThat(total.path("flags").toString()).isIn("[]", "[\"BOUNDED\",\"PROVISIONAL\"]");
            holdsTruth(engine, total, command);
            holdsRequests(engine, command);
        });
    }

    @Test
    void flagsOneWrongReadingOrIsRightInSpiteOfIt() {
        DrawnInputs.each("one wrong reading", Draws.of(10, 60), random -> {
            LoggedEngine engine = LoggedEngine.drawn(random);
            int line = engine.readings().get(random.nextInt(engine.readings().size()));
            List<String> samples = new ArrayList<>(engine.samples());
            samples.set(line, wrongReading(samples.get(line), random));
            FuzzedCommand command = attribute(bytes(samples), bytes(engine.requests()));
            if (command.exitCode() != ExitCode.FINE) {
                assertThat(command.err()).contains("samples.jsonl, line " + (line + 1));
                return;
            }
            JsonNode total = total(command);
            holdsLimit(engine.limitWatts() * engine.spanSeconds(), total, command);
            if (!isDoubted(total)) {
                // Of power, and at both ends of a counter, nothing tells a wrong reading that is no more than the limit.
                boolean isEnd = line == engine.readings().getFirst() || line == engine.readings().getLast();
                double untold = engine.counted() && !isEnd ? 0 : 3 * engine.limitWatts() * engine.periodSeconds();
                holdsTruth(engine, total, untold, command);
            }
        });
    }

    @Test
    void refusesOrNamesWhatIsWrongInALine() {
        DrawnInputs.each("one hostile value", Draws.of(15, 100), random -> {
            LoggedEngine engine = LoggedEngine.drawn(random);
            boolean isSample = random.nextBoolean();
            List<String> lines = new ArrayList<>(isSample ? engine.samples() : engine.requests());
            int line = random.nextInt(lines.size());
            HostileJson hostile = HostileJson.of(Json.parse(lines.get(line)), random);
            lines.set(line, hostile.tree().toString());
            FuzzedCommand command = isSample
                    ? attribute(bytes(lines), bytes(engine.requests()))
                    : attribute(bytes(engine.samples()), bytes(lines));
            if (command.exitCode() != ExitCode.FINE) {
                assertThat(command.exitCode()).isEqualTo(ExitCode.WRONG_USE);
                assertThat(command.err()).as(hostile.path() + ": " + hostile.change())
                        .contains((isSample ? "samples.jsonl" : "requests.jsonl") + ", line " + (line + 1));
            } else if (!isSample) {
                holdsTruth(engine, total(command), command);
                holdsLimit(engine.limitWatts() * engine.spanSeconds(), total(command), command);
            } else {
                holdsFinite(total(command), command);
            }
        });
    }

    @Test
    void endsWithADocumentedCodeWhateverHappensToTheFiles() {
        DrawnInputs.each("damaged files", Draws.of(10, 60), random -> {
            LoggedEngine engine = LoggedEngine.drawn(random);
            byte[] samples = bytes(engine.samples());
            byte[] requests = bytes(engine.requests());
            FuzzedCommand command = random.nextInt(3) == 0
                    ? attribute(samples, HostileBytes.damage(requests, random))
                    : attribute(HostileBytes.damage(samples, random), requests);
            if (command.exitCode() == ExitCode.FINE) {
                holdsFinite(total(command), command);
            } else {
                assertThat(command.err()).containsAnyOf("samples.jsonl", "requests.jsonl");
            }
        });
    }

    @Test
    void namesLinesThatAreOutOfOrderOrOfAnotherClock() {
        DrawnInputs.each("lines out of order", Draws.of(6, 30), random -> {
            LoggedEngine engine = LoggedEngine.drawn(random);
            List<String> samples = new ArrayList<>(engine.samples());
            int line = engine.readings().get(1 + random.nextInt(engine.readings().size() - 2));
            String change = disorder(samples, line, random);
            FuzzedCommand command = attribute(bytes(samples), bytes(engine.requests()));
            assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.FINE);
            JsonNode total = total(command);
            holdsFinite(total, command);
            if (!isDoubted(total)) {
                holdsTruth(engine, total, command);
            }
            if (change.equals("moved")) {
                assertThat(command.err()).contains("t_ns decreases");
            }
        });
    }

    private static String disorder(List<String> samples, int line, SplittableRandom random) throws Exception {
        int change = random.nextInt(4);
        if (change == 0) {
            samples.remove(line);
            return "dropped";
        }
        if (change == 1) {
            samples.add(line, samples.get(line));
            return "doubled";
        }
        if (change == 2) {
            samples.add(samples.remove(line));
            return "moved";
        }
        ObjectNode sample = (ObjectNode) Json.parse(samples.get(line));
        long jump = (random.nextBoolean() ? 1 : -1) * (1L << (20 + random.nextInt(38)));
        sample.put("t_ns", sample.get("t_ns").asLong() + jump);
        samples.set(line, sample.toString());
        return "jumped";
    }

    private static String wrongReading(String line, SplittableRandom random) throws Exception {
        ObjectNode sample = (ObjectNode) Json.parse(line);
        List<String> keys = new ArrayList<>(List.of("energy_mj", "power_mw"));
        keys.removeIf(key -> !sample.has(key));
        String key = keys.getFirst();
        double value = sample.get(key).asDouble();
        switch (random.nextInt(7)) {
            case 0 -> sample.put(key, 0);
            case 1 -> sample.put(key, 1e308);
            case 2 -> sample.put(key, -1);
            case 3 -> sample.put(key, value * 1000);
            case 4 -> sample.put(key, value / 1000);
            case 5 -> sample.put(key, (long) value ^ (1L << (20 + random.nextInt(40))));
            default -> sample.put(key, value * 4 * random.nextDouble());
        }
        return sample.toString();
    }

    private static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private FuzzedCommand attribute(byte[] samples, byte[] requests) throws Exception {
        Path samplesFile = Files.write(folder.resolve("samples.jsonl"), samples);
        Path requestsFile = Files.write(folder.resolve("requests.jsonl"), requests);
        return FuzzedCommand.run("attribute", "--json", "--samples", samplesFile.toString(), "--requests",
                requestsFile.toString());
    }

    private static JsonNode total(FuzzedCommand command) throws Exception {
        assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.FINE);
        return Json.parse(command.out().lines().reduce((first, last) -> last).orElseThrow()).path("total");
    }

    private static boolean isDoubted(JsonNode total) {
        return total.path("device_joules").isNull()
                || FLAGS_OF_DOUBT.stream().anyMatch(flag -> total.path("flags").toString().contains(flag));
    }

    /** The bounds of a counter speak of time at both ends only; one count of the log is a microjoule. */
    private static void holdsTruth(LoggedEngine engine, JsonNode total, FuzzedCommand command) {
        holdsTruth(engine, total, 0, command);
    }

    private static void holdsTruth(LoggedEngine engine, JsonNode total, double more, FuzzedCommand command) {
        double slack = more + 1e-3 + (engine.counted() ? 0 : 0.02 * engine.trueJoules());
        assertThat(engine.trueJoules()).as("%s%n%s", total, command.err()).isBetween(
                total.path("lower").asDouble() - slack, total.path("upper").asDouble() + slack);
    }

    private static void holdsFinite(JsonNode total, FuzzedCommand command) {
        JsonNode joules = total.path("device_joules");
        if (!joules.isNull()) {
            assertThat(joules.asDouble()).as(command.err()).isFinite().isGreaterThanOrEqualTo(0);
        }
    }

    private static void holdsLimit(double limitJoules, JsonNode total, FuzzedCommand command) {
        holdsFinite(total, command);
        if (!total.path("flags").toString().contains("INCONSISTENT")) {
            assertThat(total.path("device_joules").asDouble()).as("%s%n%s", total, command.err())
                    .isLessThanOrEqualTo(ABOVE_LIMIT * limitJoules);
        }
    }

    private static void holdsRequests(LoggedEngine engine, FuzzedCommand command) throws Exception {
        for (String line : command.out().lines().toList().subList(0, engine.requests().size())) {
            JsonNode request = Json.parse(line);
            double joules = request.path("joules").asDouble();
            assertThat(joules).as(line).isBetween(request.path("lower").asDouble(), request.path("upper").asDouble());
            // No request is served for longer than a second.
            assertThat(joules).as(line).isLessThanOrEqualTo(ABOVE_LIMIT * engine.limitWatts());
        }
    }
}
