package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs each command of the guide that reads stored runs, on runs of the names that it uses. */
@Tag("real-time")
class DocumentedCommandsTests {
    private static final int QUESTIONS = 40;
    private static final Pattern COMMAND = Pattern.compile("(?m)^ {4}(?:\\./)?ipw (.*)$");
    private static final Set<String> READING = Set.of("analyze", "compare", "report", "show", "export", "plot", "plan",
            "view");
    // Series of runs, agents, and benchmarks that need the hub are the subject of tests of their own.
    private static final Pattern OTHER_RUNS = Pattern
            .compile(
                    "sweep|runs/ab\\b|runs/steps|-repeats|bench_|bfcl|by=category|solved|repetitions|routing|pareto|/shared"
                            + "|other/runs|hub-eval|leaderboard|KEY=VALUE|view$");

    private static final Pattern PRICES = Pattern.compile("(?ms)^ {4}\\{$.*?^ {4}\\}$");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void profile() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            FakeRuns.run(FakeRuns.builder(runs(), name, QUESTIONS,
                    number -> new DatasetRecord(Integer.toString(number), "What is 40 + " + number + "?", "42",
                            Optional.of(number % 2 == 0 ? "sums" : "prose"), Optional.empty(), List.of(), Map.of()),
                    question -> new FakeRuns.Answer(4_000_000L, 12_000_000L + 1000L * question.length(),
                            question.length(), 5 + question.length() % 7))
                    .evaluator((question, outcome) -> new Evaluation(
                            question.id().endsWith("3") ? Verdict.INCORRECT : Verdict.CORRECT,
                            Optional.of(outcome.answer()), "", Map.of()))
                    .plugins(known -> known.telemetrySource(new ScreenWidthTests.Cards())));
        }
        for (String copy : List.of("demo", "other", "a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4")) {
            copy(runs().resolve(copy.startsWith("b") || copy.equals("other") ? "b" : "a"), runs().resolve(copy));
        }
        Matcher prices = PRICES.matcher(DocumentationTests.text(Path.of("docs", "cost.md")));
        assertThat(prices.find()).isTrue();
        Files.writeString(folder.resolve("prices.json"), prices.group());
    }

    private static Path runs() {
        return folder.resolve("runs");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    static Stream<String> commands() throws IOException {
        List<String> commands = DocumentationTests.pages().flatMap(DocumentedCommandsTests::commandsOf).distinct()
                .toList();
        assertThat(commands).hasSizeGreaterThan(25);
        return commands.stream();
    }

    private static Stream<String> commandsOf(Path page) {
        String text = DocumentationTests.text(page).replaceAll("\\\\\\n\\s*", " ");
        return COMMAND.matcher(text).results().map(found -> found.group(1).replaceAll("\\s+[#|].*", "").strip())
                .filter(typed -> READING.contains(typed.split(" ")[0]) && !typed.contains("...")
                        && !OTHER_RUNS.matcher(typed).find());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void endsWellAndPrintsAnAnswer(String typed) {
        CapturedTerminal captured = new CapturedTerminal();

        List<String> words = List.of(inFolder(typed));
        int exitCode = IpwCommand.run(words.toArray(String[]::new), captured.terminal(100));

        assertThat(exitCode).as("ipw %s%n%s%s", typed, captured.out(), captured.err()).isEqualTo(ExitCode.FINE);
        int output = words.indexOf("--output");
        if (output >= 0) {
            assertThat(Path.of(words.get(output + 1))).exists();
        } else {
            assertThat(captured.out() + captured.err()).isNotBlank();
        }
    }

    /** Returns the arguments with their files in the test's folder. */
    private static String[] inFolder(String typed) {
        String[] words = DocumentationTests.words(typed);
        for (int i = 0; i < words.length; i++) {
            boolean isFile = words[i].equals("RUN") || words[i].startsWith("runs")
                    || i > 0 && Set.of("--output", "--report").contains(words[i - 1]);
            words[i] = isFile
                    ? folder.resolve(words[i].equals("RUN") ? "runs/a" : words[i]).toString()
                    : words[i].replace("prices.json", folder.resolve("prices.json").toString());
        }
        return words;
    }
}
