package dev.ipw.cli.progress;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.terminal.WindowSize;
import dev.ipw.energy.Provenance;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunPhase;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressBarTests {
    private static final long SECOND = 1_000_000_000;
    private static final LiveFigures LIVE = new LiveFigures(4.21, OptionalDouble.of(312),
            new Percentiles(OptionalDouble.of(0.031), OptionalDouble.of(0.055), OptionalDouble.empty()),
            new Percentiles(OptionalDouble.of(0.008), OptionalDouble.empty(), OptionalDouble.empty()),
            OptionalDouble.of(304.5), Map.of(), OptionalDouble.of(4100),
            Optional.of(Provenance.MEASURED), 1, OptionalInt.empty());

    private final CapturedTerminal captured = new CapturedTerminal();
    private final AtomicLong clock = new AtomicLong(-5 * SECOND);

    @Test
    void writesAPlainLineForEachTenthOfALongRunAndSaysWhatItCounts() {
        run(80, false, 600);
        assertThat(captured.err().lines()).hasSize(10).first()
                .isEqualTo("Profiling: 60 of 600 questions (10 %), 60 s");
        assertThat(captured.err().lines()).last()
                .isEqualTo("Profiling: 600 of 600 questions (100 %), 1 failed, 10 min 0 s");
    }

    @Test
    void writesNoMoreThanALineInTenSecondsBesideTheLast() {
        run(80, false, 27);
        assertThat(captured.err().lines()).containsExactly("Profiling: 10 of 27 questions (37 %), 10 s",
                "Profiling: 20 of 27 questions (74 %), 20 s", "Profiling: 27 of 27 questions (100 %), 1 failed, 27 s");
    }

    @Test
    void writesALineEachMinuteOfAVeryLongRun() {
        ProgressBar bar = bar(80, false);
        bar.begin("Profiling", "questions");
        for (int minute = 1; minute <= 5; minute++) {
            clock.addAndGet(60 * SECOND);
            bar.update(progress(100_000, minute, 0, Duration.ofMinutes(minute)));
        }
        assertThat(captured.err().lines()).hasSize(5).last()
                .isEqualTo("Profiling: 5 of 100000 questions (0 %), 5 min 0 s");
    }

    @Test
    void replacesAWaitByWhatFollowsAndShowsItOnOneLine() {
        ProgressBar live = bar(60, true);
        live.showWait("Waiting for the collectors 'nvml', 'powercap', 'process', for 3 s more at most");
        assertThat(captured.err()).startsWith("\rWaiting for the collectors ").doesNotContain("\n")
                .hasSizeLessThanOrEqualTo(60);
        live.endWait();
        live.end();
        assertThat(captured.err()).endsWith(" ".repeat(59) + "\r");
        bar(60, false).showWait("Waiting for a shard");
        assertThat(captured.err()).endsWith("Waiting for a shard\n");
    }

    @Test
    void writesHowFarItCameWhereItEndsEarly() {
        ProgressBar bar = bar(80, false);
        bar.begin("Profiling", "questions");
        clock.addAndGet(SECOND);
        bar.update(progress(60, 7, 0, Duration.ofSeconds(1)));
        bar.end();
        bar.end();
        assertThat(captured.err()).isEqualTo("Profiling: 7 of 60 questions (11 %), 1 s\n");
    }

    @Test
    void writesNoControlCharacterIntoAFile() {
        run(80, false, 60);
        assertThat(captured.err()).doesNotContain("\r", "\u001b");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 80, 200})
    void keepsALiveLineWithinTheWidth(int columns) {
        run(columns, true, 60);
        String[] drawn = captured.err().stripTrailing().split("\r");
        assertThat(drawn).hasSize(62);
        assertThat(Arrays.stream(drawn)).allMatch(line -> line.length() < columns);
    }

    @Test
    void fillsTheBarAndSaysWhatIsLeft() {
        run(80, true, 60);
        String[] drawn = captured.err().split("\r");
        assertThat(drawn[31]).startsWith("Profiling [##########").contains("30/60  50 %, 30 s left");
        assertThat(drawn[61]).contains("60/60 100 %, 1 failed, 60 s").doesNotContain("-]");
    }

    @Test
    void keepsAPlainLineToEightyColumns() {
        ProgressBar bar = bar(200, false);
        bar.begin("Profiling", "questions");
        bar.update(new RunProgress(OptionalInt.of(60), Optional.empty(), 60, 2, Duration.ofSeconds(75),
                Optional.of(LIVE)));
        assertThat(captured.err()).isEqualTo(
                "Profiling: 60 of 60 questions (100 %), 2 failed, 75 s, 304.5 W, 4.1 kJ\n");
    }

    @Test
    void drawsALineAsWideAsTheWindowIsNow() {
        WindowSize window = new WindowSize(new WindowSize.Cells(120, 24), () -> WindowSize.read("24 40\n"));
        ProgressBar bar = new ProgressBar(captured.terminal(120).err(), window, true, clock::get);
        bar.begin("Profiling", "questions");
        bar.update(progress(60, 1, 0, Duration.ofSeconds(1)));
        window.changed();
        clock.addAndGet(SECOND);
        bar.update(progress(60, 2, 0, Duration.ofSeconds(2)));
        String[] drawn = captured.err().split("\r");
        assertThat(drawn[1].length()).isGreaterThan(60);
        assertThat(drawn[2]).startsWith("\u001b[JProfiling").hasSizeLessThan(40 + "\u001b[J".length());
    }

    @Test
    void doesNotRedrawForEveryQuickStep() {
        ProgressBar bar = bar(80, true);
        bar.begin("Profiling", "questions");
        for (int done = 1; done <= 10_000; done++) {
            clock.addAndGet(1_000_000);
            bar.update(progress(10_000, done, 0, Duration.ofMillis(done)));
        }
        bar.end();
        assertThat(captured.err().split("\r").length).isBetween(90, 110);
    }

    @Test
    void clearsALongerLineBelow() {
        ProgressBar bar = bar(80, true);
        bar.begin("Profiling", "questions");
        bar.update(progress(2, 1, 1, Duration.ofHours(2)));
        clock.addAndGet(1);
        bar.update(progress(2, 2, 0, Duration.ofHours(2)));
        String[] drawn = captured.err().split("\r");
        assertThat(drawn[2].length()).isGreaterThanOrEqualTo(drawn[1].stripTrailing().length());
    }

    @Test
    void saysASentenceAboveTheLine() {
        ProgressBar bar = bar(80, true);
        bar.begin("Profiling", "questions");
        bar.update(progress(2, 0, 0, Duration.ZERO));
        bar.printAbove("A warm-up request failed");
        assertThat(captured.err()).endsWith(" \rA warm-up request failed\n");
    }

    @Test
    void breaksASentenceBetweenWordsOnATerminalOnly() {
        String sentence = "A warm-up request failed, and so did the next one";
        bar(30, false).printAbove(sentence);
        bar(30, true).printAbove(sentence);
        assertThat(captured.err()).isEqualTo(sentence + "\nA warm-up request failed, and\nso did the next one\n");
    }

    @Test
    void saysThatJoulesAreEstimated() {
        ProgressBar bar = bar(100, true);
        bar.begin("Profiling", "questions");
        bar.update(new RunProgress(OptionalInt.of(60), Optional.empty(), 30, 0, Duration.ofSeconds(10),
                Optional.of(new LiveFigures(4, OptionalDouble.empty(),
                        new Percentiles(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                        new Percentiles(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                        OptionalDouble.of(6.5), Map.of(), OptionalDouble.of(65), Optional.of(Provenance.ESTIMATED), 1,
                        OptionalInt.empty()))));
        assertThat(captured.err()).contains("6.5 W ESTIMATED, 65 J ESTIMATED");
    }

    @ParameterizedTest
    @EnumSource(names = {"RESTING_BEFORE", "RESTING_AFTER"})
    void namesARestByWhatItIsFor(RunPhase rest) {
        ProgressListener listener = new ProgressListener(bar(80, false));
        listener.phaseStarted(rest);
        listener.progressed(rest, progress(5, 5, 0, Duration.ofSeconds(5)));
        assertThat(captured.err()).isEqualTo("Measuring idle power: 5 of 5 s (100 %), 5 s\n");
    }

    private void run(int columns, boolean live, int steps) {
        ProgressBar bar = bar(columns, live);
        bar.begin("Profiling", "questions");
        bar.update(progress(steps, 0, 0, Duration.ZERO));
        for (int done = 1; done <= steps; done++) {
            clock.addAndGet(SECOND);
            bar.update(progress(steps, done, done == steps ? 1 : 0, Duration.ofSeconds(done)));
        }
        bar.end();
    }

    @Test
    void countsSecondsWhereTimeEndsTheRun() {
        ProgressBar bar = bar(100, true);
        bar.begin("Profiling", "questions");
        bar.update(new RunProgress(OptionalInt.empty(), Optional.of(Duration.ofMinutes(1)), 240, 3,
                Duration.ofSeconds(15), Optional.empty()));
        assertThat(captured.err()).contains("15/60 s  25 %, 240 finished, 3 failed, 45 s left");
    }

    @Test
    void showsWhatIsKnownSoFarAsFarAsThereIsRoom() {
        RunProgress progress = new RunProgress(OptionalInt.of(60), Optional.empty(), 30, 0, Duration.ofSeconds(10),
                Optional.of(LIVE));
        ProgressBar wide = bar(200, true);
        wide.begin("Profiling", "questions");
        wide.update(progress);
        assertThat(captured.err())
                .contains(
                        "30/60  50 %, 10 s left, 304.5 W, 4.1 kJ, 4.21 requests/s, TTFT 31/55 ms, TPOT 8 ms, 312 tokens/s");
        ProgressBar narrow = bar(70, true);
        narrow.begin("Profiling", "questions");
        narrow.update(progress);
        String[] drawn = captured.err().split("\r");
        assertThat(drawn[2]).hasSizeLessThan(70).contains("304.5 W").doesNotContain("tokens/s");
    }

    private static RunProgress progress(int planned, int done, int failed, Duration elapsed) {
        return new RunProgress(OptionalInt.of(planned), Optional.empty(), done, failed, elapsed, Optional.empty());
    }

    private ProgressBar bar(int columns, boolean live) {
        return new ProgressBar(captured.terminal(columns), live, clock::get);
    }
}
