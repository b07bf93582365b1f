package dev.ipw.analysis;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EfficiencyGathererTests {
    private static final long SECOND = 1_000_000_000L;
    private final EfficiencyGatherer gatherer = new EfficiencyGatherer();

    @Test
    void dividesSumsAndNotMeansOfRatios() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(record(Verdict.INCORRECT, 30));
        gatherer.add(record(Verdict.CORRECT, 20));

        Efficiency efficiency = gatherer.finish(totals(120, 10));

        assertThat(efficiency.accuracy().orElseThrow().value()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(efficiency.meanJoules().orElseThrow()).isCloseTo(20, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule())).isCloseTo(2.0 / 60, within(1e-12));
        assertThat(efficiency.deviceWatts().orElseThrow()).isCloseTo(12, within(1e-12));
        assertThat(value(efficiency.intelligencePerWatt())).isCloseTo(2.0 / 3 / 12, within(1e-12));
    }

    @Test
    void aRowWithoutEnergyLeavesBothHalvesOfIntelligencePerJouleButNotAccuracy() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(record(Verdict.CORRECT, Double.NaN));
        gatherer.add(record(Verdict.INCORRECT, 30));

        Efficiency efficiency = gatherer.finish(totals(40, 10));

        assertThat(efficiency.accuracy().orElseThrow().value()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule())).isCloseTo(1.0 / 40, within(1e-12));
        assertThat(efficiency.queriesWithEnergy()).isEqualTo(2);
    }

    @Test
    void failedRequestsCountAsWrongWithTheirJoulesAndUnscoredOnesNotAtAll() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(failed(50));
        gatherer.add(record(Verdict.UNSCORED, 1000));
        gatherer.add(record(Verdict.NOT_ATTEMPTED, 20));

        Efficiency efficiency = gatherer.finish(totals(80, 10));

        assertThat(efficiency.scored()).isEqualTo(3);
        assertThat(efficiency.failed()).isEqualTo(1);
        assertThat(efficiency.unscored()).isEqualTo(1);
        assertThat(efficiency.meanJoules().orElseThrow()).isCloseTo(80.0 / 3, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule())).isCloseTo(1.0 / 80, within(1e-12));
    }

    @Test
    void withNothingRightTheIntervalIsWilsonsOverTheMeanJoules() {
        for (int query = 0; query < 10; query++) {
            gatherer.add(record(Verdict.INCORRECT, 4));
        }

        Estimate perJoule = gatherer.finish(totals(40, 10)).intelligencePerJoule().orElseThrow();

        Interval wilson = new Proportion(0, 10).wilson(0.95);
        assertThat(perJoule.value()).isZero();
        assertThat(perJoule.interval().low()).isZero();
        assertThat(perJoule.interval().high()).isCloseTo(wilson.high() / 4, within(1e-12));
    }

    @Test
    void theIntervalHoldsTheValue() {
        for (int query = 0; query < 50; query++) {
            gatherer.add(record(query % 3 == 0 ? Verdict.CORRECT : Verdict.INCORRECT, 1 + query % 7));
        }

        Efficiency efficiency = gatherer.finish(totals(300, 10));

        for (Optional<Estimate> estimate : List.of(efficiency.accuracy(), efficiency.intelligencePerJoule(),
                efficiency.intelligencePerWatt())) {
            assertThat(value(estimate)).isStrictlyBetween(estimate.orElseThrow().interval().low(),
                    estimate.orElseThrow().interval().high());
        }
    }

    @Test
    void joulesOfAPartAreNotTakenForTheWhole() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(record(Verdict.CORRECT, partial(1)));

        Efficiency efficiency = gatherer.finish(totals(partial(5), 10));

        assertThat(efficiency.queriesWithEnergy()).isEqualTo(1);
        assertThat(efficiency.meanJoules().orElseThrow()).isCloseTo(10, within(1e-12));
        assertThat(efficiency.deviceWatts()).isEmpty();
        assertThat(efficiency.intelligencePerWatt()).isEmpty();
    }

    @Test
    void aLostSensorOrACounterThatStartedAnewLeavesBothHalvesButAGapThatWasCountedThroughDoesNot() {
        gatherer.add(record(Verdict.INCORRECT, 10));
        gatherer.add(record(Verdict.CORRECT, flagged(1, EnergyFlag.LOST)));
        gatherer.add(record(Verdict.CORRECT, flagged(2, EnergyFlag.RESET)));
        gatherer.add(record(Verdict.CORRECT, flagged(30, EnergyFlag.GAP)));

        Efficiency efficiency = gatherer.finish(totals(50, 10));

        assertThat(efficiency.queriesWithEnergy()).isEqualTo(2);
        assertThat(efficiency.meanJoules().orElseThrow()).isCloseTo(20, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule())).isCloseTo(1.0 / 40, within(1e-12));
    }

    @Test
    void theReferencesFiguresSpeakOfTheSameQueriesAsOurs() {
        EnergyFigures figures = new EnergyFigures(PowerImputation.NONE);
        figures.add(record(Verdict.INCORRECT, 10));
        figures.add(record(Verdict.CORRECT, 30));
        figures.add(record(Verdict.CORRECT, partial(1)));
        figures.add(record(Verdict.CORRECT, Double.NaN));
        figures.add(record(Verdict.UNSCORED, 1000));

        assertThat(figures.joules().stream().toArray()).containsExactly(10.0, 30.0);
        assertThat(figures.watts().stream().toArray()).containsExactly(10.0, 30.0);
        assertThat(figures.accuracy()).hasValue(0.5);
        assertThat(figures.accuracyPerWatt()).hasValue(0.5 / 20);
    }

    @Test
    void theIntervalOfIntelligencePerWattIsThatOfAllScoredAnswers() {
        for (int query = 0; query < 10; query++) {
            gatherer.add(record(Verdict.CORRECT, 5));
        }
        for (int query = 0; query < 90; query++) {
            gatherer.add(record(Verdict.INCORRECT, Double.NaN));
        }

        Estimate perWatt = gatherer.finish(totals(100, 10)).intelligencePerWatt().orElseThrow();

        assertThat(perWatt.value()).isBetween(perWatt.interval().low(), perWatt.interval().high());
    }

    @Test
    void withoutAnyEnergyItSaysWhy() {
        gatherer.add(record(Verdict.CORRECT, Double.NaN));

        Efficiency efficiency = gatherer.finish(totals(Double.NaN, 10));

        assertThat(efficiency.intelligencePerJoule()).isEmpty();
        assertThat(efficiency.intelligencePerWatt()).isEmpty();
        assertThat(efficiency.energyProvenance()).isEqualTo(Provenance.UNAVAILABLE);
        assertThat(efficiency.energySource()).isEqualTo("nobody looked");
    }

    private static double value(Optional<Estimate> estimate) {
        return estimate.orElseThrow().value();
    }

    private static EnergyReading partial(double joules) {
        return flagged(joules, EnergyFlag.PARTIAL);
    }

    private static EnergyReading flagged(double joules, EnergyFlag flag) {
        return EnergyReading.of(joules, joules, joules, Provenance.MEASURED, Scope.PACKAGE, "powercap package-0",
                Set.of(flag));
    }

    private static ProfilingRecord record(Verdict verdict, double joules) {
        return record(verdict, reading(joules));
    }

    private static ProfilingRecord record(Verdict verdict, EnergyReading joules) {
        RequestOutcome outcome = RequestOutcome.answered("1", InferenceResponse.of("x", TokenUsage.server(1, 1)),
                timeline());
        return record(outcome, joules, Optional.of(new Evaluation(verdict, Optional.empty(), "", Map.of())));
    }

    private static ProfilingRecord failed(double joules) {
        return record(RequestOutcome.failed("1", "", "", new RequestFailure(FailureKind.TRUNCATED, "cut"), timeline()),
                reading(joules), Optional.empty());
    }

    private static ProfilingRecord record(RequestOutcome outcome, EnergyReading joules,
            Optional<Evaluation> evaluation) {
        EnergyMetrics energy = new EnergyMetrics(joules, "package", List.of(), OptionalDouble.empty(),
                OptionalDouble.empty(), EnergyBreakdown.NONE);
        ModelMetrics metrics = new ModelMetrics(energy, LatencyMetrics.of(outcome.timeline(), outcome.usage()),
                outcome.usage(), new PowerMetrics(Optional.empty(), Optional.empty()), Optional.empty(),
                Optional.empty(), OptionalDouble.empty(),
                new SystemInfo("Linux", "6", Optional.empty(), Optional.empty(), 2, Optional.empty()),
                Optional.empty());
        return new ProfilingRecord(DatasetRecord.of("1", "q", "a"), "m", outcome, metrics, "exact", evaluation);
    }

    private static EnergyReading reading(double joules) {
        return Double.isNaN(joules)
                ? EnergyReading.unavailable(Scope.PACKAGE, "no sensor", "nobody looked")
                : EnergyReading.of(joules, joules, joules, Provenance.MEASURED, Scope.PACKAGE, "powercap package-0",
                        Set.of());
    }

    private static ResponseTimeline timeline() {
        TimelineRecorder recorder = new TimelineRecorder(0);
        recorder.sent(0);
        return recorder.finish(SECOND);
    }

    private static RunTotals totals(double joules, long seconds) {
        return totals(reading(joules), seconds);
    }

    private static RunTotals totals(EnergyReading joules, long seconds) {
        return new RunTotals(1, 0, 1, 0, OptionalLong.empty(), OptionalLong.empty(), seconds * SECOND, joules,
                "package", Optional.empty(), Optional.empty(), List.of(), Map.of(), Optional.empty(), Optional.empty(),
                ProcessShare.none("test"));
    }
}
