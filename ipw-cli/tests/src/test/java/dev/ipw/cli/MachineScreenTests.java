package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.ProfilerBuilder;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.settings.PluginSettings;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.DrivenSource;
import dev.ipw.testing.MachineCase;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Shows the same questions on five kinds of machines, within a number of lines and columns. */
@Tag("real-time")
class MachineScreenTests {
    private static final Map<Integer, Integer> RESULT_LINES = Map.of(80, 14, 60, 18);
    private static final Map<Integer, Integer> COMPARISON_LINES = Map.of(80, 20, 60, 26);
    private static final String LATE = "20 of 20 answers may be noted late, by 2.77 ms at the 90th percentile. The time to "
            + "first token is 15.4 ms there. This process was held up 25 times, for 61 ms in all and 7.06 ms at the "
            + "longest. It was stopped, swapped out, or waited for a processor: use a quieter machine";

    @TempDir
    static Path runs;

    private static final Map<Machine, ProfileRun> RUNS = new EnumMap<>(Machine.class);

    private enum Machine {
        GPU("MEASURED, gpu; sensor itself: ±5 %", new ScreenWidthTests.Cards()),
        PACKAGE("MEASURED, package; sensor itself: ±5 %", MachineCase.LIVE.sources().getFirst()),
        ESTIMATE("ESTIMATED, cpu-estimate", estimate()),
        STANDING_COUNTER("ESTIMATED, cpu-estimate", MachineCase.DEAD_PLATFORM.sources().getFirst(), estimate()),
        NOTHING("unavailable");

        private final String energy;
        private final List<TelemetrySource> sources;

        Machine(String energy, TelemetrySource... sources) {
            this.energy = energy;
            this.sources = List.of(sources);
        }
    }

    private static TelemetrySource estimate() {
        return new DrivenSource("estimate", List.of(
                Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "processor time"),
                Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "processors")), sink -> {
                    sink.counter(0, System.nanoTime());
                    sink.gauge(1, 4);
                });
    }

    @BeforeAll
    static void profile() throws InterruptedException {
        for (Machine machine : Machine.values()) {
            ProfilerBuilder builder = FakeRuns.builder(runs, machine.name().toLowerCase(Locale.ROOT), 20,
                    number -> DatasetRecord.of("question-" + number, "What is 40 + " + number + "?", "42"),
                    question -> new FakeRuns.Answer(4_000_000L, 12_000_000L + 1000L * question.length(), 12, 5))
                    .evaluator((question, outcome) -> new Evaluation(
                            question.id().endsWith("3") ? Verdict.INCORRECT : Verdict.CORRECT,
                            Optional.of(outcome.answer()), "", Map.of()));
            RUNS.put(machine, FakeRuns.run(builder.plugins(known -> withSources(known, machine))));
        }
    }

    private static PluginSettings withSources(PluginSettings known, Machine machine) {
        PluginSettings settings = known;
        for (TelemetrySource source : machine.sources) {
            settings = settings.telemetrySource(source);
        }
        return settings;
    }

    private static ProfileRun run(Machine machine) {
        return Objects.requireNonNull(RUNS.get(machine));
    }

    @ParameterizedTest
    @CsvSource({"valid, 80", "valid, 60", "doubtful, 80", "doubtful, 60", "invalid, 80", "invalid, 60"})
    void showsAResultWithinItsLines(String level, int columns) {
        for (Machine machine : Machine.values()) {
            ProfileRun run = FakeRuns.judged(run(machine), level, level.equals("valid") ? "" : LATE);
            String text = new RunReport(run).text(columns);

            assertFits(text, columns, RESULT_LINES);
            // A line may break before the last words.
            assertThat(text.replaceAll("\\s+", " ")).as(machine.name()).contains("Accuracy ", machine.energy,
                    "requests/s ");
            assertThat(text).endsWith("\nRun: " + run.path() + "\n");
            if (level.equals("invalid")) {
                assertThat(text).containsOnlyOnce("Times: not usable").containsOnlyOnce("\n? INVALID: 20 of 20")
                        .containsPattern("\n  requests/s +[\\d.]+ \\?").doesNotContain("(INVALID)");
            } else {
                assertThat(text).contains("Times: " + level.toUpperCase(Locale.ROOT));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"80", "60"})
    void comparesWithinItsLinesAndShowsBothValues(int columns) {
        for (Machine machine : EnumSet.complementOf(EnumSet.of(Machine.PACKAGE))) {
            CapturedTerminal terminal = new CapturedTerminal();
            assertThat(IpwCommand.run(new String[]{"compare", run(Machine.PACKAGE).path().toString(),
                    run(machine).path().toString()}, terminal.terminal(columns))).as(terminal.err())
                    .isEqualTo(ExitCode.FINE);
            assertFits(terminal.out(), columns, COMPARISON_LINES);
            assertThat(terminal.out()).containsPattern(" TTFT\\S* \\S+ +[\\d.]+ ms +[\\d.]+ ms +[-+]?[\\d.]+ %");
        }
    }

    private static void assertFits(String text, int columns, Map<Integer, Integer> lines) {
        assertThat(text.lines().count()).as(text).isLessThanOrEqualTo(lines.getOrDefault(columns, 0));
        assertThat(text.lines().filter(line -> !line.contains(runs.toString()))).allSatisfy(
                line -> assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(columns));
    }

    @Test
    void profileHelpIsShort() {
        for (Map.Entry<Integer, Integer> most : Map.of(80, 40, 60, 60).entrySet()) {
            CapturedTerminal terminal = new CapturedTerminal();
            IpwCommand.run(new String[]{"profile", "--help"}, terminal.terminal(most.getKey()));
            assertFits(terminal.out(), most.getKey(), Map.of(most.getKey(), most.getValue()));
            assertThat(terminal.out()).contains("--help-all").containsPattern("\n +--concurrency");
        }
    }
}
