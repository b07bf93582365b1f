package dev.ipw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.json.Json;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.ChangedSummary;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Damages the files of a run and holds that every command refuses them, or says what is left out, or tells the same. */
@Tag("fuzz")
@Tag("real-time")
class RunFilesFuzzTests {
    private static final int QUESTIONS = 12;
    private static final List<String> ANALYSES = List.of("accuracy", "cost", "definitions", "latency", "pareto",
            "regression", "steady-state");
    private static final Pattern WRITTEN = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    private static final String SUMMARY = "summary.json";
    private static final String JOURNAL = "journal.jsonl";

    @TempDir
    static Path runs;
    private static final Map<String, byte[]> FILES = new HashMap<>();
    private static final Map<String, String> UNDAMAGED = new HashMap<>();

    @BeforeAll
    static void profile() throws InterruptedException, IOException {
        Path run = FakeRuns.run(FakeRuns.builder(runs, "run", QUESTIONS,
                number -> DatasetRecord.of("q" + number, String.valueOf(number), "42"),
                question -> new FakeRuns.Answer(2_000_000, 4_000_000L + 1_000_000L * Integer.parseInt(question), 5, 4))
                .plugins(known -> known.telemetrySource(new CountingSource()))
                .evaluator((question, outcome) -> new Evaluation(
                        Integer.parseInt(question.problem()) % 3 > 0 ? Verdict.CORRECT : Verdict.INCORRECT,
                        Optional.of(outcome.answer()), "", Map.of())))
                .path();
        try (Stream<Path> all = Files.walk(run)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                FILES.put(run.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        put("other", FILES);
    }

    @Test
    void valuesOfASummaryWhoseChecksumIsRight() {
        JsonNode summary = ChangedSummary.json(file(FILES, SUMMARY));
        DrawnInputs.each("values of a summary with a right checksum", Draws.of(10, 60), random -> {
            Map<String, byte[]> files = new HashMap<>(FILES);
            HostileJson hostile = HostileJson.of(summary, random);
            putSummary(files, Json.pretty(hostile.tree()).getBytes(StandardCharsets.UTF_8));
            put(files);
            FuzzedCommand command = run(command(random));
            namesFileAndKey(command, SUMMARY, hostile);
        });
    }

    @Test
    void valuesOfASummaryWhoseChecksumIsNot() {
        JsonNode summary = ChangedSummary.json(file(FILES, SUMMARY));
        DrawnInputs.each("values of a summary", Draws.of(3, 10), random -> {
            Map<String, byte[]> files = new HashMap<>(FILES);
            files.put(SUMMARY, Json.pretty(HostileJson.of(summary, random).tree()).getBytes(StandardCharsets.UTF_8));
            tellsOrRefuses(files, SUMMARY, command(random));
        });
    }

    @Test
    void valuesOfAJournalWhoseChecksumsAreRight() {
        List<String> lines = new String(file(FILES, JOURNAL), StandardCharsets.UTF_8).lines().toList();
        DrawnInputs.each("values of a journal with right checksums", Draws.of(10, 60), random -> {
            int number = random.nextInt(lines.size());
            ObjectNode entry = (ObjectNode) ChangedSummary.json(lines.get(number).getBytes(StandardCharsets.UTF_8));
            entry.remove("crc32c");
            HostileJson hostile = HostileJson.of(entry, random);
            List<String> changed = new ArrayList<>(lines);
            changed.set(number, ChangedSummary.line(hostile.tree()));
            Map<String, byte[]> files = unfinished();
            files.put(JOURNAL, (String.join("\n", changed) + "\n").getBytes(StandardCharsets.UTF_8));
            put(files);
            FuzzedCommand command = run("analyze", folder(), "--analysis", drawn(ANALYSES, random));
            namesFileAndKey(command, JOURNAL, hostile);
        });
    }

    @Test
    void bytesOfAFinishedRun() {
        List<String> names = FILES.keySet().stream().sorted().toList();
        DrawnInputs.each("bytes of a finished run", Draws.of(8, 60), random -> {
            String name = drawn(names, random);
            Map<String, byte[]> files = new HashMap<>(FILES);
            files.put(name, HostileBytes.damage(file(files, name), random));
            tellsOrRefuses(files, name, command(random));
        });
    }

    @Test
    void bytesOfARunThatIsNotFinished() {
        List<String> names = FILES.keySet().stream()
                .filter(name -> name.equals(JOURNAL) || name.startsWith("telemetry")).sorted().toList();
        DrawnInputs.each("bytes of a run that is not finished", Draws.of(6, 40), random -> {
            String name = drawn(names, random);
            Map<String, byte[]> files = unfinished();
            files.put(name, HostileBytes.flipBit(file(files, name), random));
            tellsOrRefuses(files, name, "analyze", folder(), "--analysis", drawn(ANALYSES, random));
        });
    }

    @Test
    void bytesOfARunThatIsResumed() throws IOException {
        try (FakeChatServer server = new FakeChatServer(Integer.MAX_VALUE, FakeChatServer.Then.FAIL)) {
            Path questions = runs.resolve("questions.jsonl");
            Files.writeString(questions, IntStream.range(0, 4)
                    .mapToObj(
                            number -> "{\"id\":\"q" + number + "\",\"problem\":\"" + number + "\",\"answer\":\"42\"}\n")
                    .collect(Collectors.joining()));
            String[] profile = {"profile", "--client", "openai", "--client-base-url", server.baseUrl(), "--model",
                    "fake",
                    "--dataset", questions.toString(), "--telemetry", "none", "--output-dir", runs.toString(),
                    "--warmup-queries", "0", "--run-name", "night", "--quiet"};
            assertThat(FuzzedCommand.run(profile).exitCode()).isEqualTo(ExitCode.FINE);
            Map<String, byte[]> kept = new HashMap<>();
            for (String name : List.of(JOURNAL, "manifest.json")) {
                kept.put(name, Files.readAllBytes(runs.resolve("night").resolve(name)));
            }
            String[] resume = Stream.concat(Stream.of(profile), Stream.of("--resume")).toArray(String[]::new);
            DrawnInputs.each("bytes of a run that is resumed", Draws.of(3, 15), random -> {
                Map<String, byte[]> files = new HashMap<>(kept);
                String name = random.nextInt(4) == 0 ? "manifest.json" : JOURNAL;
                files.put(name, HostileBytes.flipBit(file(files, name), random));
                put("night", files);
                FuzzedCommand command = FuzzedCommand.run(resume);
                if (command.exitCode() == ExitCode.WRONG_USE) {
                    assertThat(command.err()).containsAnyOf(name, "drawn record");
                    return;
                }
                assertThat(command.exitCode()).as(command.err()).isEqualTo(ExitCode.FINE);
                CapturedTerminal captured = new CapturedTerminal();
                assertThat(IpwCommand
                        .run(new String[]{"export", runs.resolve("night").toString(), "--columns", "record_id",
                                "--quiet"}, captured.terminal(120)))
                        .isEqualTo(ExitCode.FINE);
                assertThat(captured.out().lines().skip(1).sorted()).containsExactly("q0", "q1", "q2", "q3");
            });
        }
    }

    /** Holds that nothing changes in silence. */
    private static void tellsOrRefuses(Map<String, byte[]> files, String damaged, String... arguments)
            throws IOException {
        boolean finished = files.containsKey(SUMMARY);
        String expected = undamaged(finished, arguments);
        put(files);
        FuzzedCommand command = run(arguments);
        String told = told(command);
        if (!told.equals(expected)) {
            String file = Path.of(damaged).getFileName().toString();
            String table = file.endsWith(".crc32c") ? file.substring(0, file.length() - 7) : file;
            assertThat(told).as("damaged " + damaged + ": ipw " + String.join(" ", arguments)).contains(table);
        }
    }

    private static String undamaged(boolean finished, String... arguments) throws IOException {
        String key = finished + String.join(" ", arguments);
        if (!UNDAMAGED.containsKey(key)) {
            put(finished ? FILES : unfinished());
            UNDAMAGED.put(key, told(run(arguments)));
        }
        return UNDAMAGED.get(key);
    }

    private static String told(FuzzedCommand command) throws IOException {
        Path html = runs.resolve("report.html");
        return command.exitCode() + "\n" + command.out() + "\n" + command.err() + "\n"
                + (Files.exists(html) ? WRITTEN.matcher(Files.readString(html)).replaceAll("") : "");
    }

    private static FuzzedCommand run(String... arguments) throws IOException {
        Files.deleteIfExists(runs.resolve("report.html"));
        return FuzzedCommand.run(arguments);
    }

    private static String[] command(SplittableRandom random) {
        String run = folder();
        return switch (random.nextInt(7)) {
            case 0 -> new String[]{"show", run};
            case 1 -> new String[]{"show", run, "q" + random.nextInt(QUESTIONS)};
            case 2 -> new String[]{"report", run, "--output", runs.resolve("report.html").toString()};
            case 3 -> new String[]{"export", run, random.nextBoolean() ? "--csv" : "--jsonl"};
            case 4 -> new String[]{"compare", run, runs.resolve("other").toString()};
            case 5 -> new String[]{"attribute", run};
            default -> new String[]{"analyze", run, "--analysis", drawn(ANALYSES, random)};
        };
    }

    private static <T> T drawn(List<T> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }

    private static String folder() {
        return runs.resolve("run").toString();
    }

    private static Map<String, byte[]> unfinished() {
        Map<String, byte[]> files = new HashMap<>(FILES);
        files.keySet().removeIf(name -> !name.equals(JOURNAL) && !name.startsWith("telemetry"));
        return files;
    }

    private static void put(Map<String, byte[]> files) throws IOException {
        put("run", files);
    }

    private static void put(String name, Map<String, byte[]> files) throws IOException {
        Path run = runs.resolve(name);
        if (Files.exists(run)) {
            try (Stream<Path> all = Files.walk(run)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = run.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    private static void putSummary(Map<String, byte[]> files, byte[] summary) {
        files.put(SUMMARY, summary);
        files.put("checksums.json", ChangedSummary.checksums(file(files, "checksums.json"), summary));
    }

    private static byte[] file(Map<String, byte[]> files, String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    /** What is nested too deeply is no JSON that has keys. Of a path, the object that it spoils may be told. */
    private static void namesFileAndKey(FuzzedCommand command, String file, HostileJson hostile) {
        // The rows of the dataset carry the model's name, too: they no longer fit.
        boolean otherModel = hostile.path().equals("/client_info/model");
        if (command.exitCode() == ExitCode.WRONG_USE && !otherModel) {
            String key = command.err().contains("levels") || hostile.path().isEmpty()
                    ? ""
                    : hostile.path().split("/")[1];
            assertThat(command.err()).as(hostile.path() + " " + hostile.change()).contains(file).contains(key);
        }
    }

    /** Counts the microjoules of a package that draws 50 W, dated each 5 ms. */
    private static final class CountingSource implements TelemetrySource {
        private static final long PERIOD_NANOS = 5_000_000;
        private final long startNanos = System.nanoTime();
        private long nextNanos = startNanos;

        @Override
        public String id() {
            return "counting";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "counting", 1e-6, OptionalLong.empty()));
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(PERIOD_NANOS);
        }

        @Override
        public void sample(SampleSink sink) {
            for (long now = System.nanoTime(); nextNanos <= now; nextNanos += PERIOD_NANOS) {
                sink.at(nextNanos, nextNanos);
                sink.counter(0, (nextNanos - startNanos) / 20);
            }
        }

        @Override
        public void close() {}
    }
}
