package dev.ipw.cli;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.ipw.Profiler;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps runs whose texts are hostile, and shows them with every command that shows runs. */
@Tag("fuzz")
@Tag("real-time")
class ShownTextFuzzTests {
    private static final int RUNS = Draws.of(1, 3);
    private static final int TEXTS = Draws.of(2_000, 20_000);
    private static final int QUESTIONS = 6;
    private static final String COLUMNS = "record_id,model,subject,failure_message,finish_reason,verdict_reason,problem,"
            + "expected_answer,answer,reasoning,tpot";

    @TempDir
    Path runs;

    @Test
    void showsNoTextOfARunThatATerminalABrowserOrASpreadsheetObeys() {
        DrawnInputs.each("hostile texts of a run", RUNS, random -> {
            String run = profile("a" + HostileText.name(random), random);
            String other = profile("b", random);
            screens(run, other);
            json(run, other);
            csv(run);
            html(run, other);
            keepsNoSecret(Path.of(run));
        });
    }

    @Test
    void takesEverySecretOutOfATextAndChangesNothingElse() {
        DrawnInputs.each("secrets in texts", TEXTS, random -> {
            String secret = HostileText.withSecret(random);
            assertThat(Redaction.text(secret)).as(secret).doesNotContain(HostileText.SECRET);
            int most = random.nextInt(1, secret.length() + 2);
            assertThat(Redaction.excerpt(secret, most)).as(secret).doesNotContain(HostileText.SECRET.substring(0, 3));
            String harmless = HostileText.harmless(random);
            assertThat(Redaction.text(harmless)).isEqualTo(harmless);
        });
    }

    @Test
    void printsNoSecretOfWrongArguments() {
        DrawnInputs.each("secrets in arguments", Draws.of(15, 100), random -> {
            String[] arguments = IntStream.range(0, random.nextInt(1, 5))
                    .mapToObj(place -> argument(random)).toArray(String[]::new);
            CapturedTerminal captured = new CapturedTerminal();
            IpwCommand.run(arguments, captured.terminal(100));
            holdsNoSecret("ipw " + List.of(arguments), captured.out() + captured.err());
        });
    }

    private static String argument(SplittableRandom random) {
        List<String> forms = List.of("list", "show", "--json", "--api-kye=" + HostileText.SECRET,
                "--apikey=" + HostileText.SECRET, "--client-param=api_key=" + HostileText.SECRET,
                "--client-param=api-kye=" + HostileText.SECRET, "--nonsense", HostileText.name(random).replace("@", ""),
                "Authorization: Bearer " + HostileText.SECRET, "https://me:" + HostileText.SECRET + "@host");
        return forms.get(random.nextInt(forms.size()));
    }

    private static void screens(String run, String other) {
        List<String[]> commands = List.of(new String[]{"analyze", run}, new String[]{"show", run},
                new String[]{"show", run, "1"}, new String[]{"show", run, "4"}, new String[]{"compare", run, other},
                new String[]{"show", run, "no such id"});
        for (String[] command : commands) {
            FuzzedCommand shown = FuzzedCommand.run(command);
            holdsNoSecret(String.join(" ", command), shown.out() + shown.err());
        }
    }

    private static void json(String run, String other) {
        List<String[]> commands = List.of(new String[]{"analyze", run, "--json"}, new String[]{"show", run, "--json"},
                new String[]{"show", run, "1", "--json"}, new String[]{"compare", run, other, "--json"},
                new String[]{"export", run, "--jsonl", "--columns", COLUMNS});
        for (String[] command : commands) {
            FuzzedCommand shown = FuzzedCommand.run(command);
            holdsNoSecret(String.join(" ", command), shown.out() + shown.err());
            assertThat(shown.out()).as(String.join(" ", command) + shown.err()).doesNotContain("\t").isNotBlank();
        }
    }

    private static void csv(String run) throws IOException {
        FuzzedCommand shown = FuzzedCommand.run("export", run, "--csv", "--columns", COLUMNS);
        holdsNoSecret("export", shown.out());
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(shown.out())) {
            List<CsvRecord> rows = reader.stream().toList();
            assertThat(rows).hasSize(QUESTIONS + 1);
            rows.forEach(row -> row.getFields().forEach(field -> assertThat(field)
                    .doesNotContainPattern("^\\s*[=@\uff1d]|^\\s*[+-](?![0-9.]+([eE][+-]?[0-9]+)?$)|^[\\t\\r]")));
        }
    }

    private void html(String run, String other) throws IOException {
        Path file = runs.resolve("report.html");
        for (String[] command : List.of(new String[]{"report", run, "--output", file.toString()},
                new String[]{"report", run, other, "--output", file.toString()})) {
            FuzzedCommand made = FuzzedCommand.run(command);
            assertThat(made.exitCode()).as(made.err()).isNotEqualTo(ExitCode.WRONG_USE);
            String page = Files.readString(file);
            holdsNoSecret("report", page);
            assertThat(page).doesNotContain("<zq").doesNotContain("</script><");
            assertThat(page.codePoints().filter(point -> point != '\n' && point != '\t'
                    && VisibleText.isHidden(point))).isEmpty();
            Files.delete(file);
        }
    }

    private static void keepsNoSecret(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString()).doesNotContain(HostileText.SECRET);
            }
        }
    }

    private static void holdsNoSecret(String what, String shown) {
        assertThat(shown).as(what).doesNotContain(HostileText.SECRET);
    }

    private String profile(String name, SplittableRandom random) throws Exception {
        Hostile client = new Hostile(HostileText.draw(random), random.split());
        SplittableRandom judge = random.split();
        try (Profiler profiler = Profiler.builder().plugins(known -> known.discovery(false)).client(client)
                .dataset(Questions.draw(random))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false)).output(runs)
                .storage(where -> where.runName(name).overwrite(true))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT,
                        Optional.of(HostileText.draw(judge)), HostileText.draw(judge), Map.of()))
                .build()) {
            profiler.run();
        }
        return runs.resolve(name).toString();
    }

    /** Answers with hostile text; every third request fails with a message that quotes a secret. */
    private record Hostile(String model, SplittableRandom random) implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return new ClientInfo("hostile", model, Optional.empty(), ServingHost.LOCAL,
                    Map.of("note", model, "api_key", HostileText.SECRET));
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
            long sent = System.nanoTime();
            sink.sent(sent);
            if (random.nextInt(3) == 0) {
                throw new InferenceException(FailureKind.SERVER_ERROR, HostileText.withSecret(random));
            }
            String text = HostileText.draw(random);
            sink.chunk(ChunkKind.ANSWER, text, sent + 1000);
            sink.chunk(ChunkKind.ANSWER, text, sent + 2000);
            sink.ended(System.nanoTime());
            return new InferenceResponse(text + text, Optional.of(HostileText.draw(random)), TokenUsage.server(5, 2),
                    Optional.of(HostileText.draw(random)), ServerTimings.UNKNOWN, OptionalDouble.empty());
        }
    }

    private record Questions(String id, List<DatasetRecord> questions) implements Dataset {
        static Questions draw(SplittableRandom random) {
            return new Questions(HostileText.draw(random), IntStream.range(0, QUESTIONS)
                    .mapToObj(number -> new DatasetRecord(HostileText.draw(random) + number, HostileText.draw(random),
                            HostileText.draw(random), Optional.of(HostileText.draw(random)), Optional.empty(),
                            List.of(),
                            Map.of("note", HostileText.draw(random))))
                    .toList());
        }

        @Override
        public Stream<DatasetRecord> records() {
            return questions.stream();
        }
    }
}
