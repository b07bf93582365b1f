package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.testing.Transcript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Types each command of the guide whose output a page shows, and compares what it prints with the page. */
@Tag("real-time")
class TranscriptTests {
    private static final int COLUMNS = 120;
    private static final String PROGRAM = "./ipw ";
    private static final String AND_ITS_EXIT_CODE = "; echo $?";
    /** The outputs that no test prints again, each with its reason above it; whoever adds one counts it here. */
    private static final int NOT_REPLAYED = 5;
    private static final Path PROGRAM_OUTPUTS = Path
            .of("ipw-examples/documentation/src/test/java/dev/ipw/examples/documentation/ProgramOutputTests.java");
    private static final String DOUBT = "439 of 512 answers may be noted late, by 64.2 ms at the 99th percentile. The time to"
            + " first token is 261 ms there. This process was held up 102 times, for 441 ms in all and 64.5 ms at the"
            + " longest (71 collections of garbage: 70 ms).";
    private static final long SAMPLE_NANOS = 10_000_000;

    @TempDir
    private static Path folder;

    private static TwoModelServer server;

    @BeforeAll
    static void makeRuns() throws IOException {
        // A counter of 100 W on a clock that starts with the session; it is read ahead, so that a busy machine leaves no gap.
        Files.writeString(folder.resolve("counter.jsonl"), IntStream.range(0, 12_000).mapToObj(i -> """
                {"t_ns":%d,"device":"gpu0","energy_mj":%d}
                """.formatted(i * SAMPLE_NANOS, i * 1000L)).collect(Collectors.joining()));
        for (String run : List.of("a small valid", "b medium valid", "doubtful small doubtful")) {
            String[] words = run.split(" ");
            measure("profile", "--model", words[1], "--max-queries", "200", "--run-name", words[0]);
            FakeRuns.judged(ProfileRun.open(folder.resolve("runs").resolve(words[0])), words[2],
                    words[2].equals("valid") ? "" : DOUBT);
        }
        AttributeSpansTests.writeLogs(folder);
        Path sums = Files.writeString(folder.resolve("sums.jsonl"), IntStream.rangeClosed(1, 8).mapToObj(i -> """
                {"id":"q%d","problem":"6*7=","answer":"42"}
                """.formatted(i)).collect(Collectors.joining()));
        Files.copy(sums, folder.resolve("questions.jsonl"));
        server = new TwoModelServer(0, List.of("large", "gpt-4o"));
        measure("bench", "--agents", "none,react", "--models", "large", "--datasets", sums.toString(), "--client",
                "openai", "--client-base-url", server.baseUrl(), "--tools", "calculator", "--evaluator", "numeric",
                "--cost-per-hour", "2", "--run-name", "x");
        for (String cell : List.of("none_large_sums.jsonl", "react_large_sums.jsonl")) {
            FakeRuns.judged(ProfileRun.open(folder.resolve("runs/bench_x").resolve(cell)), "valid", "");
        }
        measure("run", "--dataset", sums.toString(), "--client", "openai", "--client-base-url", server.baseUrl(),
                "--model", "large", "--tools", "calculator", "--evaluator", "numeric", "--run-name", "demo");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static void measure(String... typed) {
        List<String> words = new ArrayList<>(List.of(typed));
        words.addAll(List.of("--telemetry", "replay:" + folder.resolve("counter.jsonl") + ",clock=start,scope=gpu",
                "--idle-seconds", "0", "--no-calibration", "--output-dir", folder.resolve("runs").toString()));
        CapturedTerminal captured = new CapturedTerminal();
        assertThat(IpwCommand.run(words.toArray(String[]::new), captured.terminal(COLUMNS)))
                .as("%s\n%s\n%s", words, captured.out(), captured.err()).isEqualTo(ExitCode.FINE);
    }

    static Stream<Transcript> transcripts() throws IOException {
        return DocumentationTests.pages()
                .flatMap(page -> Transcript.of(page.toString(), DocumentationTests.text(page)).stream());
    }

    static Stream<Transcript> typed() throws IOException {
        return transcripts().filter(
                shown -> shown.command().isPresent() && shown.replayedBy().isEmpty() && shown.notReplayed().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("typed")
    void printsWhatThePageShows(Transcript shown) {
        String command = shown.command().orElseThrow();
        boolean isCodeShown = command.endsWith(AND_ITS_EXIT_CODE);
        CapturedTerminal captured = new CapturedTerminal();
        int code = IpwCommand.run(inFolder(command.replace(AND_ITS_EXIT_CODE, "")), captured.both(COLUMNS));

        String printed = captured.out().replace(folder + "/", "") + (isCodeShown ? code + "\n" : "");
        assertThat(isCodeShown || code == ExitCode.FINE).as(printed).isTrue();
        assertThat(shown.difference(printed)).as("%s: ipw %s\n%s", shown.place(), command, printed).isEmpty();
    }

    private static String[] inFolder(String command) {
        assertThat(command).startsWith(PROGRAM);
        return Stream.of(DocumentationTests.words(command.substring(PROGRAM.length())))
                .flatMap(word -> word.startsWith("https://")
                        ? Stream.of(server.baseUrl(), "--serving-host", "remote", "--output-dir",
                                folder.resolve("runs").toString())
                        : Stream.of(Files.exists(folder.resolve(word)) ? folder.resolve(word).toString() : word))
                .toArray(String[]::new);
    }

    @Test
    void everyOutputIsReplayedOrSaysWhyNot() throws IOException {
        assertThat(DocumentationTests.pages()
                .flatMap(page -> Transcript.unmarked(page.toString(), DocumentationTests.text(page)).stream()))
                .as("blocks without a language, or outputs that are not of the language console").isEmpty();
        assertThat(transcripts().filter(shown -> shown.command().isEmpty() && shown.replayedBy().isEmpty()
                && shown.notReplayed().isEmpty() && !shown.isOfProgram()))
                .as("outputs without their command, program or test, or the reason why they are not replayed")
                .isEmpty();
        assertThat(transcripts().filter(shown -> shown.notReplayed().isPresent())).hasSize(NOT_REPLAYED);
    }

    @Test
    void namesTestsThatComparePagesWithWhatTheyPrint() throws IOException {
        assertThat(DocumentationTests.text(PROGRAM_OUTPUTS)).contains("isOfProgram()");
        assertThat(transcripts().filter(shown -> !isCompared(shown)).map(Transcript::place))
                .as("outputs whose test does not compare them with their page").isEmpty();
    }

    private static boolean isCompared(Transcript shown) {
        String page = shown.place().replaceAll("^.*/|:\\d+$", "");
        return shown.replayedBy().stream().map(file -> DocumentationTests.text(Path.of(file)))
                .allMatch(test -> test.contains("Transcript.differences(") && test.contains("\"" + page + "\""));
    }
}
