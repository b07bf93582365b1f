package dev.ipw.junit;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.junit.EnergyAssertions.assertThat;
import static dev.ipw.junit.EnergyAssertions.joules;
import static dev.ipw.junit.EnergyAssertions.percent;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnergyAssertionsTests {
    private static TelemetrySession session(String collectors) {
        return TelemetrySession.builder().discovery(false).provider(new FabricatedMachine()).collectors(collectors)
                .open();
    }

    @Test
    @Tag("real-time")
    void believesAWindowByItsBounds() {
        try (TelemetrySession session = session("fabricated")) {
            TelemetryWindow window = session.measure(() -> FabricatedMachine.use(2.5)).window();

            assertThat(window).energy(Scope.PACKAGE).isBelow(joules(5)).isAbove(joules(1)).isMeasured();
            assertThatThrownBy(() -> assertThat(window).energy().isBelow(joules(1)))
                    .isInstanceOf(AssertionError.class).hasMessageStartingWith("energy 2.")
                    .hasMessageEndingWith("(MEASURED fabricated counter) is not below 1.000 J");
            double figure = window.energy().joules().orElseThrow();
            assertThatThrownBy(() -> assertThat(window).energy().isBelow(figure + 1e-9))
                    .hasMessageContaining("is not shown to be below").hasMessageContaining("undecided");
            assertThatThrownBy(() -> assertThat(window).energy().isAbove(figure))
                    .hasMessageContaining("undecided");
            assertThatThrownBy(() -> assertThat(window).energy(Scope.GPU).isBelow(joules(5)))
                    .hasMessageContaining("nothing can be said of the gpu energy");
        }
    }

    @Test
    void failsWithTheReasonWhereNothingMeasures() {
        try (TelemetrySession session = session("none")) {
            TelemetryWindow window = session.measure(() -> {}).window();

            assertThatThrownBy(() -> assertThat(window).energy().isBelow(joules(5)))
                    .hasMessageContaining("nothing can be said of the energy: no joules: telemetry is switched off");
            assertThatThrownBy(() -> assertThat(window).processEnergy().isBelow(joules(5)))
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    @Tag("real-time")
    void refusesJoulesOfTwoThings() {
        try (TelemetrySession session = session("fabricated")) {
            TelemetryWindow[] inner = new TelemetryWindow[1];
            session.measure(() -> {
                inner[0] = session.measure(() -> FabricatedMachine.use(2.5)).window();
            });

            assertThatThrownBy(() -> assertThat(inner[0]).energy().isBelow(joules(5)))
                    .hasMessageContaining("OVERLAPPED").hasMessageContaining("Measure one at a time");
        }
    }

    private static RunComparison comparison(String dimension, Outcome outcome, double low, double high) {
        Estimate change = new Estimate((low + high) / 2, new Interval(low, high, 0.95));
        ComparedValue value = new ComparedValue(change, Optional.empty());
        DimensionComparison compared = new DimensionComparison(ComparedDimension.named(dimension), true,
                new SampleCounts(20, 0, 0, 0), new SampleCounts(20, 0, 0, 0),
                List.of(new StatisticComparison("median", value, value, change, Optional.of(change))), Optional.empty(),
                List.of(), OptionalDouble.empty(), Optional.empty(), "test", Optional.empty(), outcome,
                "what it came to");
        return new RunComparison("before", "after", 20, 0, 5, List.of(compared), List.of("energy: not read"),
                List.of());
    }

    @ParameterizedTest
    @CsvSource({"tpot, -0.1, 0.04", "tpot, 0.01, 0.05", "ipj, -0.04, 0.2"})
    void seesNoRegressionWhereTheWholeIntervalLiesWithinTheTolerance(String dimension, double low, double high) {
        ProfileAssertions.assertThat(comparison(dimension, Outcome.NOT_SHOWN, low, high)).hasNoRegression(dimension,
                percent(5));
    }

    @ParameterizedTest
    @CsvSource({"tpot, NOT_SHOWN, -0.1, 0.06, undecided", "tpot, HIGHER, 0.06, 0.1, it is worse",
            "ipj, NOT_SHOWN, -0.06, 0.2, undecided", "ipj, LOWER, -0.2, -0.1, it is worse",
            "tpot, INVALID_TIMES, 0, 0, what it came to",
            "tpot, SINGLE_RUNS, -0.2, -0.1, what it came to Compare several runs of each with ProfileRun.compareRepeats",
            "tpot, TOO_FEW, 0, 0, what it came to"})
    void saysWhyARegressionIsNotRuledOut(String dimension, Outcome outcome, double low, double high, String reason) {
        assertThatThrownBy(
                () -> ProfileAssertions.assertThat(comparison(dimension, outcome, low, high)).hasNoRegression(dimension,
                        percent(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("by more than 5.000 % is not shown: " + reason);
    }

    @Test
    void saysWhatWasNotCompared() {
        assertThatThrownBy(() -> ProfileAssertions.assertThat(comparison("tpot", Outcome.SAME, 0, 0))
                .hasNoRegression("ttft", percent(5)))
                .hasMessageContaining("it was not compared");
        ProfileAssertions.assertThat(comparison("tpot", Outcome.SAME, 0, 0)).hasNoRegression("tpot", percent(0));
        assertThatThrownBy(
                () -> ProfileAssertions.assertThat(comparison("tpot", Outcome.SAME, 0, 0))
                        .hasNoRegression("device_watts", percent(5)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cannot get worse");
    }
}
