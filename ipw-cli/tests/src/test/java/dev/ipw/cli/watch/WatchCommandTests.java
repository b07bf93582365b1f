package dev.ipw.cli.watch;

import dev.ipw.ProfileRun;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class WatchCommandTests {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();

    @TempDir
    private Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();
    private RunDirectory run = new RunDirectory(Path.of(""));
    private Optional<Journal> journal = Optional.empty();

    /** A finished run gives the journal's first line; what is left of it is a run that goes on. */
    @BeforeEach
    void begin() throws IOException, InterruptedException {
        begin(runs, "ipw profile --output-dir runs --run-name demo");
    }

    private void begin(Path folder, String command) throws IOException, InterruptedException {
        ProfileRun finished = FakeRuns.run(FakeRuns.builder(folder, "demo", 2,
                number -> DatasetRecord.of("q" + number, "What is 6 times 7?", "42"),
                question -> new FakeRuns.Answer(0, 0, 3, 2))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of("42"), "", Map.of()))
                .storage(where -> where.command(command)));
        run = new RunDirectory(finished.path());
    }

    @AfterEach
    void end() {
        journal.ifPresent(Journal::close);
    }

    private void goOn() {
        run.removeSummary();
        journal = Optional.of(Journal.append(run.journal()));
    }

    private void cutOff(String command) throws IOException, InterruptedException {
        begin(runs.resolve("cut-off"), command);
        run.removeSummary();
    }

    private static LiveFigures figures(int answers) {
        boolean many = answers >= 100;
        return new LiveFigures(4.21, OptionalDouble.of(312),
                new Percentiles(OptionalDouble.of(0.031), OptionalDouble.of(0.055),
                        many ? OptionalDouble.of(0.081) : UNKNOWN),
                new Percentiles(OptionalDouble.of(0.008), UNKNOWN, UNKNOWN),
                OptionalDouble.of(304.5), Map.of("gpu-0", 304.5), OptionalDouble.of(4100),
                Optional.of(Provenance.MEASURED), 4, OptionalInt.of(3));
    }

    private void tell(int finished, int planned) {
        new RunStatus(RunPhase.MEASURING,
                Optional.of(new RunProgress(OptionalInt.of(planned), Optional.empty(), finished, 1,
                        Duration.ofSeconds(10), Optional.of(figures(finished)))),
                Instant.now()).write(run);
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    @Test
    void showsOnceHowFarARunIsThatGoesOn() {
        goOn();
        tell(150, 200);
        assertThat(ipw("watch", run.path().toString(), "--once")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).first().isEqualTo("demo: model, questions, one at a time");
        assertThat(captured.out()).contains("150/200 questions 75 %, 1 FAILED, 3 s left",
                "4 in flight, 3 waiting for a first token, 4.21 requests/s",
                "TTFT      p50 31 ms, p90 55 ms, p99 81 ms",
                "TPOT      p50 8 ms", "4.1 kJ so far, 304.5 W now, MEASURED", "gpu-0     \u2588 304.5 W, 0 to 304.5 W");
        assertThat(captured.out().lines()).allMatch(line -> DisplayWidth.of(line) < 100);
    }

    @Test
    void leavesOutWhatTooFewAnswersTell() {
        goOn();
        tell(60, 200);
        ipw("watch", run.path().toString(), "--once");
        assertThat(captured.out()).contains("p90 55 ms").doesNotContain("p99");
    }

    @Test
    void tellsProgramsWhatItKnows() {
        goOn();
        tell(60, 200);
        assertThat(ipw("watch", run.path().toString(), "--once", "--json")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\"state\" : \"going\"", "\"finished\" : 60", "\"joules\" : 4100.0",
                "\"queries_in_flight\" : 4", "\"ttft_p99_seconds\" : null", "\"energy_provenance\" : \"MEASURED\"");
    }

    @Test
    void readsAJournalThatGrowsAndWhoseLastLineIsTorn() throws IOException {
        goOn();
        journal.orElseThrow().append(new JournalEntry.Warned("a warning"));
        journal.orElseThrow().sync();
        Files.writeString(run.journal(), "{\"type\":\"called\",\"query_", StandardOpenOption.APPEND);
        assertThat(ipw("watch", run.path().toString(), "--once")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).startsWith("demo: model, questions").contains("has not told how far it is yet");
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void readsARunWhoseJournalHasNoWholeLineYet() throws IOException {
        goOn();
        journal.orElseThrow().close();
        Files.writeString(run.journal(), "{\"type\":\"beg");
        assertThat(ipw("watch", run.path().toString(), "--once")).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.out()).contains("was cut off");
    }

    @Test
    void saysThatARunIsFinishedAndHowItsResultIsSeen() {
        assertThat(ipw("watch", run.path().toString())).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).containsExactly("The run " + run.path() + " is finished.",
                "  ipw analyze " + run.path() + "  shows what it came to",
                "  ipw show " + run.path() + "     shows its slowest requests",
                "  ipw report " + run.path() + "   writes a page for the browser");
        assertThat(Files.exists(run.path().resolve(RunStatus.NAME))).isFalse();
    }

    @Test
    void saysThatARunWasCutOffAndHowToGoOn() {
        goOn();
        tell(60, 200);
        journal.orElseThrow().close();
        assertThat(ipw("watch", run.path().toString())).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.out()).contains("was cut off.\nNo process makes it any more",
                "Profiling, 60 of 200 questions",
                "  ipw analyze " + run.path() + "  finishes it",
                "To go on with it:\nipw profile --output-dir runs --run-name demo --resume\n");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"',
            value = {"ipw profile --overwrite --run-name demo, ipw profile --run-name demo --resume",
                    "ipw profile --system 'two words', ipw profile --system 'two words' --run-name demo --resume",
                    "ipw --plugins profile.jar profile --run-name demo, ipw --plugins profile.jar profile --run-name demo --resume",
                    "ipw run --run-name=demo --resume, ipw run --run-name=demo --resume"})
    void quotesTheCommandThatGoesOn(String typed, String resumed)
            throws IOException, InterruptedException {
        cutOff(typed);
        ipw("watch", run.path().toString());
        assertThat(captured.out()).endsWith("To go on with it:\n" + resumed + "\n");
    }

    @Test
    void saysThatASecretIsNotInTheCommand() throws IOException, InterruptedException {
        cutOff("ipw profile --client-param api_key=[redacted] --run-name demo");
        ipw("watch", run.path().toString());
        assertThat(captured.out()).endsWith("""
                To go on with it, with the secret in place of [redacted]:
                ipw profile --client-param api_key=[redacted] --run-name demo --resume
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ipw profile --sweep concurrency:1,2", "ipw profile --repeat=3", "ipw bench --models a"})
    void quotesNoCommandWhereOneRunAloneCannotGoOn(String typed) throws IOException, InterruptedException {
        cutOff(typed);
        ipw("watch", run.path().toString());
        assertThat(captured.out()).contains("was cut off").doesNotContain("To go on with it");
    }

    @Test
    void saysWhatToGiveWhereThereIsNoRun() {
        goOn();
        assertThat(ipw("watch", runs.resolve("demi").toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("There is no folder", "--run-name", "there go on: demo");
    }

    @Test
    void findsTheOneRunThatGoesOnInAFolder() {
        goOn();
        tell(60, 200);
        assertThat(ipw("watch", runs.toString(), "--once")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("60/200 questions");
    }

    @Test
    void refusesAFolderInWhichNothingGoesOn() {
        assertThat(ipw("watch", runs.toString())).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("no run goes on in it");
    }

    @Test
    void followsARunIntoAFileUntilItIsFinished() {
        goOn();
        tell(60, 200);
        Deque<Runnable> next = new ArrayDeque<>(List.of(() -> tell(120, 200), () -> tell(200, 200), () -> {
            journal.orElseThrow().close();
            journal = Optional.empty();
        }));
        assertThat(follow(captured.terminal(100), next)).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.out().lines()).hasSizeLessThanOrEqualTo(7).first().asString()
                .startsWith("Profiling: 200 of 200 questions (100 %), 1 failed");
        assertThat(captured.out()).doesNotContain("\u001b").contains("was cut off");
    }

    @Test
    void drawsOnATerminalInPlaceAndGivesItBack() {
        goOn();
        tell(60, 200);
        Terminal plain = captured.terminal(100);
        Terminal screen = new Terminal(plain.out(), plain.err(), true, true, true, 100, 24);
        Deque<Runnable> next = new ArrayDeque<>(List.of(() -> tell(120, 200)));
        assertThat(follow(screen, next)).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(captured.out()).contains("60/200 questions", "120/200 questions", "A\r")
                .endsWith("\u001b[?7h\u001b[?25h");
    }

    /** Follow while things happen between two looks; Ctrl-C comes after the last. */
    private int follow(Terminal terminal, Deque<Runnable> between) {
        return IpwCommand.run(new String[]{"watch", run.path().toString()}, terminal, wait -> {
            if (between.isEmpty()) {
                throw new InterruptedException("Ctrl-C");
            }
            between.removeFirst().run();
        });
    }
}
