package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.run.RunTotals.Headline;
import dev.ipw.run.RunTotals.MachineUse;
import dev.ipw.run.RunTotals.Requests;
import dev.ipw.run.RunTotals.Tokens;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Statistics;
import dev.ipw.statistics.internal.Proportion;
import dev.ipw.testing.MadeRecords;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EfficiencyGathererTests {
    private static final AtomicInteger QUESTIONS = new AtomicInteger();

    private static final long SECOND = 1_000_000_000L;
    private final EfficiencyGatherer gatherer = new EfficiencyGatherer();

    @Test
    void dividesAllThatTheDevicesUsedByAllRequests() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(record(Verdict.INCORRECT, 30));
        gatherer.add(record(Verdict.CORRECT, 20));

        Efficiency efficiency = gatherer.finish(totals(120, 10));

        assertThat(efficiency.accuracy().orElseThrow()).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(value(efficiency.joulesPerQuery().estimate())).isCloseTo(40, within(1e-12));
        assertThat(value(efficiency.joulesPerOutputToken().estimate())).isCloseTo(40, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule().estimate())).isCloseTo(2.0 / 3 / 40, within(1e-12));
        assertThat(value(efficiency.deviceWatts().estimate())).isCloseTo(12, within(1e-12));
        assertThat(value(efficiency.intelligencePerWatt().estimate())).isCloseTo(2.0 / 3 / 12, within(1e-12));
        assertThat(efficiency.basis()).isEqualTo(HeadlineBasis.TOTAL);
    }

    @Test
    void queriesWithoutAShareMoveNoHeadlineWhereACounterKnowsTheTotal() {
        for (int query = 0; query < 20; query++) {
            gatherer.add(record(query % 2 == 0 ? Verdict.CORRECT : Verdict.INCORRECT, 10));
        }
        // These took most of the joules, as long queries do, and lie over a gap.
        gatherer.add(record(Verdict.INCORRECT, Double.NaN));
        gatherer.add(record(Verdict.INCORRECT, partial(1)));

        Efficiency efficiency = gatherer.finish(totals(flagged(1100, EnergyFlag.GAP), 100));

        assertThat(value(efficiency.joulesPerQuery().estimate())).isCloseTo(50, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule().estimate())).isCloseTo(10.0 / 22 / 50, within(1e-12));
        assertThat(efficiency.queriesWithEnergy()).isEqualTo(20);
        assertThat(efficiency.coverage().queryShare()).isCloseTo(20.0 / 22, within(1e-12));
        assertThat(efficiency.whyNoHeadline()).isEmpty();
    }

    @Test
    void failedRequestsCountAsWrongAndUnscoredOnesCostAllTheSame() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(failed(50));
        gatherer.add(record(Verdict.UNSCORED, 1000));
        gatherer.add(record(Verdict.NOT_ATTEMPTED, 20));

        Efficiency efficiency = gatherer.finish(totals(1080, 10));

        assertThat(efficiency.scored()).isEqualTo(3);
        assertThat(efficiency.failed()).isEqualTo(1);
        assertThat(efficiency.unscored()).isEqualTo(1);
        assertThat(value(efficiency.joulesPerQuery().estimate())).isCloseTo(270, within(1e-12));
        assertThat(value(efficiency.intelligencePerJoule().estimate())).isCloseTo(1.0 / 3 / 270, within(1e-12));
    }

    @Test
    void withNothingRightTheIntervalIsWilsonsOverTheJoules() {
        for (int query = 0; query < 10; query++) {
            gatherer.add(record(Verdict.INCORRECT, 4));
        }

        Estimate perJoule = gatherer.finish(totals(40, 10)).intelligencePerJoule().estimate().orElseThrow();

        Interval wilson = new Proportion(0, 10).wilson(0.95);
        assertThat(perJoule.value()).isZero();
        assertThat(perJoule.interval().low()).isZero();
        assertThat(perJoule.interval().high()).isCloseTo(wilson.high() / 4, within(1e-9));
    }

    @Test
    void theIntervalHoldsTheValueAndTheBoundsOfTheTotal() {
        for (int query = 0; query < 50; query++) {
            gatherer.add(record(query % 3 == 0 ? Verdict.CORRECT : Verdict.INCORRECT, 1 + query % 7));
        }

        Efficiency efficiency = gatherer.finish(totals(EnergyReading.of(300, 200, 500, Provenance.MEASURED,
                Scope.PACKAGE, "powercap package-0", Set.of()), 10));

        for (Optional<Estimate> estimate : List.of(efficiency.accuracy().estimate(),
                efficiency.intelligencePerJoule().estimate(),
                efficiency.intelligencePerWatt().estimate(), efficiency.joulesPerQuery().estimate(),
                efficiency.joulesPerOutputToken().estimate(),
                efficiency.deviceWatts().estimate())) {
            assertThat(value(estimate)).isStrictlyBetween(estimate.orElseThrow().interval().low(),
                    estimate.orElseThrow().interval().high());
        }
        Interval each = efficiency.joulesPerQuery().interval().orElseThrow();
        assertThat(each.low()).isLessThan(4);
        assertThat(each.high()).isGreaterThan(10);
    }

    @Test
    void whereTheTotalIsOnlyAPartThereIsNoHeadlineAndItSaysWhatToDo() {
        gatherer.add(record(Verdict.CORRECT, 10));
        gatherer.add(record(Verdict.CORRECT, partial(1)));

        Efficiency efficiency = gatherer.finish(totals(partial(5), 10));

        assertThat(efficiency.basis()).isEqualTo(HeadlineBasis.NONE);
        assertThat(efficiency.joulesPerQuery().estimate()).isEmpty();
        assertThat(efficiency.intelligencePerJoule().estimate()).isEmpty();
        assertThat(efficiency.deviceWatts().estimate()).isEmpty();
        assertThat(efficiency.intelligencePerWatt().estimate()).isEmpty();
        assertThat(efficiency.whyNoHeadline().orElseThrow()).contains("50.0 %", "95 %", "Profile again");
    }

    @Test
    void theProvenanceIsThatOfWhatTheHeadlineDividesAndSharesHaveTheirOwn() {
        gatherer.add(record(Verdict.CORRECT, EnergyReading.of(10, 5, 15, Provenance.ESTIMATED, Scope.PACKAGE,
                "powercap package-0", Set.of(EnergyFlag.ATTRIBUTED))));

        Efficiency ofTotal = gatherer.finish(totals(20, 10));
        Efficiency ofQueries = gatherer.finish(totals(Double.NaN, 10));

        assertThat(ofTotal.basis()).isEqualTo(HeadlineBasis.TOTAL);
        assertThat(ofTotal.energyProvenance()).isEqualTo(Provenance.MEASURED);
        assertThat(ofTotal.shareProvenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(ofQueries.basis()).isEqualTo(HeadlineBasis.QUERIES);
        assertThat(ofQueries.energyProvenance()).isEqualTo(Provenance.ESTIMATED);
    }

    @ParameterizedTest
    @CsvSource({"MEASURED, LOST, sensor was lost", "MEASURED, RESET, counter was reset",
            "MEASURED, PROVISIONAL, did not move again", "MEASURED, PARTIAL, was not read around the whole run",
            "INTEGRATED, PARTIAL, watts are polled", "ESTIMATED, PARTIAL, Profile again"})
    void saysOfEachSensorWhyThereIsNoHeadline(Provenance provenance, EnergyFlag flag, String words) {
        gatherer.add(record(Verdict.CORRECT, partial(1)));
        EnergyReading total = EnergyReading.of(5, 5, 5, provenance, Scope.PACKAGE, "a sensor",
                EnumSet.of(EnergyFlag.PARTIAL, flag));

        String why = gatherer.finish(totals(total, 10)).whyNoHeadline().orElseThrow();

        assertThat(why).contains(words).containsIgnoringCase("profile again");
        assertThat(why.contains("a sensor that counts joules would cover"))
                .isEqualTo(provenance == Provenance.INTEGRATED);
    }

    @Test
    void joulesOfQueriesAloneStandForARunOfAnotherToolUnlessTooManyLackThem() {
        for (int query = 0; query < 39; query++) {
            gatherer.add(record(query < 13 ? Verdict.CORRECT : Verdict.INCORRECT, 4));
        }
        gatherer.add(record(Verdict.INCORRECT, Double.NaN));

        Efficiency efficiency = gatherer.finish(totals(Double.NaN, 10));

        assertThat(efficiency.basis()).isEqualTo(HeadlineBasis.QUERIES);
        assertThat(value(efficiency.joulesPerQuery().estimate())).isCloseTo(4, within(1e-12));
        assertThat(efficiency.deviceWatts().estimate()).isEmpty();
        assertThat(efficiency.coverage().queryShare()).isEqualTo(39.0 / 40);
        for (int query = 0; query < 3; query++) {
            gatherer.add(record(Verdict.INCORRECT, Double.NaN));
        }
        assertThat(gatherer.finish(totals(Double.NaN, 10)).joulesPerQuery().estimate()).isEmpty();
    }

    @Test
    void theReferencesMeansAreAbsentWhereTooManyQueriesLackTheirJoules() {
        EnergyFigures figures = measured();
        add(figures, record(Verdict.INCORRECT, 10));
        add(figures, record(Verdict.CORRECT, 30));
        assertThat(figures.energy().orElseThrow().average()).isEqualTo(20);
        assertThat(figures.accuracyPerWatt()).hasValue(0.5 / 20);
        add(figures, record(Verdict.CORRECT, partial(1)));
        add(figures, record(Verdict.UNSCORED, 1000));

        assertThat(figures.joules()).isEqualTo(
                new EnergyFigures.Spread(Statistics.of(new double[]{10, 30}), 2, 0, 40));
        assertThat(figures.accuracy()).hasValue(0.5);
        assertThat(figures.coverage().queryShare()).isEqualTo(2.0 / 3);
        assertThat(figures.energy()).isEmpty();
        assertThat(figures.power()).isEmpty();
        assertThat(figures.accuracyPerWatt()).isEmpty();
    }

    @Test
    void accuracyPerWattIsAbsentWhereNothingIsKnownOrNoPowerIsAboveZero() {
        EnergyFigures figures = measured();
        assertThat(figures.accuracy()).isEmpty();
        assertThat(figures.accuracyPerWatt()).as("without a query").isEmpty();
        add(figures, record(Verdict.CORRECT, 0));
        assertThat(figures.accuracy()).hasValue(1);
        assertThat(figures.accuracyPerWatt()).as("of 0 W").isEmpty();
        add(figures, record(Verdict.CORRECT, 8));
        assertThat(figures.accuracyPerWatt()).as("of a mean of 4 W").hasValue(0.25);
    }

    private static EnergyFigures measured() {
        return new EnergyFigures(new QueryColumn(Dimension.ENERGY_JOULES::of, FigureStore.inMemory(1)),
                new QueryColumn(Dimension.POWER_WATTS::of, FigureStore.inMemory(1)), PowerImputation.NONE);
    }

    private static void add(EnergyFigures figures, ProfilingRecord record) {
        figures.gatherers().forEach(gatherer -> gatherer.add(record));
    }

    @Test
    void whereOnlyTheTotalIsUnknownItSaysSo() {
        gatherer.add(record(Verdict.CORRECT, 10));

        Efficiency efficiency = gatherer.finish(totals(partial(5), 10));

        assertThat(efficiency.basis()).isEqualTo(HeadlineBasis.NONE);
        assertThat(efficiency.whyNoHeadline().orElseThrow())
                .startsWith("the joules of the whole run are not known, though those of its requests are. ")
                .contains("Profile again").doesNotContain("only");
    }

    @Test
    void ofARunWithoutRequestsItSaysThatNoneWasAsked() {
        assertThat(gatherer.finish(totals(partial(5), 10)).whyNoHeadline()).contains("no request was asked");
    }

    @Test
    void withoutAnyEnergyItSaysWhy() {
        gatherer.add(record(Verdict.CORRECT, Double.NaN));

        Efficiency efficiency = gatherer.finish(totals(Double.NaN, 10));

        assertThat(efficiency.intelligencePerJoule().estimate()).isEmpty();
        assertThat(efficiency.intelligencePerWatt().estimate()).isEmpty();
        assertThat(efficiency.energyProvenance()).isEqualTo(Provenance.UNAVAILABLE);
        assertThat(efficiency.energySource()).isEqualTo("nobody looked");
        assertThat(efficiency.whyNoHeadline()).contains("nobody looked");
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
        return record(verdict, MadeRecords.joules(joules));
    }

    private static ProfilingRecord record(Verdict verdict, EnergyReading joules) {
        QueryOutcome outcome = QueryOutcome.of("1",
                ModelCall.answered(1, List.of(), InferenceResponse.of("x", TokenUsage.server(1, 1)), timeline()));
        return record(outcome, joules, Optional.of(MadeRecords.evaluation(verdict)));
    }

    private static ProfilingRecord failed(double joules) {
        return record(
                QueryOutcome.of("1",
                        ModelCall.failed(1, List.of(), "", "", new RequestFailure(FailureKind.TRUNCATED, "cut"),
                                timeline())),
                MadeRecords.joules(joules), Optional.empty());
    }

    private static ProfilingRecord record(QueryOutcome outcome, EnergyReading joules,
            Optional<Evaluation> evaluation) {
        return MadeRecords.record(DatasetRecord.of("q" + QUESTIONS.incrementAndGet(), "q", "a"), "m", outcome,
                MadeRecords.metrics(MadeRecords.energy(joules, List.of()), outcome.timeline(), outcome.usage()),
                "exact", evaluation);
    }

    private static ResponseTimeline timeline() {
        return timeline(0, SECOND);
    }

    private static ResponseTimeline timeline(long startNanos, long endNanos) {
        TimelineRecorder recorder = new TimelineRecorder(startNanos);
        recorder.sent(startNanos);
        return recorder.finish(endNanos);
    }

    /** Of each two queries within one step of a counter the second has all of it: the step tells of neither, and both are known. */
    @Test
    void queriesShorterThanAStepAreJudgedByTime() {
        assertThat(widthOfPairsInAStep(Set.of(EnergyFlag.SHORT))).isLessThan(widthOfPairsInAStep(Set.of()) / 2);
    }

    private static double widthOfPairsInAStep(Set<EnergyFlag> flags) {
        EfficiencyGatherer pairs = new EfficiencyGatherer();
        long each = SECOND / 10;
        for (int query = 0; query < 64; query++) {
            double joules = query % 2 * 2;
            QueryOutcome outcome = QueryOutcome.of("1", ModelCall.answered(1, List.of(),
                    InferenceResponse.of("x", TokenUsage.server(1, 1)), timeline(query * each, (query + 1) * each)));
            pairs.add(record(outcome, EnergyReading.of(joules, joules, joules, Provenance.MEASURED, Scope.PACKAGE,
                    "powercap package-0", flags), Optional.of(MadeRecords.evaluation(Verdict.CORRECT))));
        }
        Estimate perQuery = pairs.finish(totals(64, 6)).joulesPerQuery().estimate().orElseThrow();
        assertThat(perQuery.value()).isCloseTo(1, within(1e-12));
        return perQuery.interval().high() - perQuery.interval().low();
    }

    /** A reset that spoils the shares of all requests which were open leaves the sum known to a few thousandths. */
    @Test
    void countsJoulesAndNotRequestsWhereAPartIsFilledIn() {
        EnergyReading sum = EnergyReading.of(1000, 998, 1004, Provenance.ESTIMATED, Scope.PACKAGE, "test",
                Set.of(EnergyFlag.GAP));
        for (int query = 0; query < 20; query++) {
            gatherer.add(record(Verdict.CORRECT, Double.NaN));
        }

        Efficiency nearlyAll = gatherer.finish(filled(sum, 0.996));
        assertThat(value(nearlyAll.joulesPerQuery().estimate())).isCloseTo(50, within(1e-9));
        assertThat(nearlyAll.intelligencePerJoule().estimate()).isPresent();
        Efficiency tooLittle = gatherer.finish(filled(sum, 0.9));
        assertThat(tooLittle.joulesPerQuery().estimate()).isEmpty();
        assertThat(tooLittle.whyNoHeadline().orElseThrow())
                .startsWith("the joules of only 90.0 % of the time are known");
    }

    /** A counter that hardly moved leaves the joules open; what boards draw at least and at most does not. */
    @Test
    void holdsFiguresToWhatTheDevicesDrawAtLeastAndAtMost() {
        for (int query = 0; query < 5; query++) {
            gatherer.add(record(query < 4 ? Verdict.CORRECT : Verdict.INCORRECT, Double.NaN));
        }
        EnergyReading open = EnergyReading.of(800, 0, 16_100, Provenance.MEASURED, Scope.GPU, "nvml gpu-0", Set.of());

        Efficiency known = gatherer.finish(totals(new Requests(5, 5, 0, 0, 0), 10,
                new Headline(open, "gpu", Optional.of(new NetEnergy(70, 700, 100, 1)),
                        Optional.of(new GrossEnergy(open, 1).limitedTo(OptionalDouble.of(700))), Optional.empty())));

        assertThat(known.deviceWatts().interval().orElseThrow().low()).isBetween(55.999, 80.0);
        assertThat(known.deviceWatts().interval().orElseThrow().high()).isLessThanOrEqualTo(770 + 1e-9);
        assertThat(known.intelligencePerJoule().interval().orElseThrow().high()).isFinite();
    }

    private static RunTotals filled(EnergyReading sum, double timeShare) {
        return totals(new Requests(20, 20, 0, 0, 20), 10, new Headline(sum.flagged(EnergyFlag.RESET), "package",
                Optional.empty(), Optional.of(new GrossEnergy(sum, timeShare)), Optional.empty()));
    }

    private static RunTotals totals(double joules, long seconds) {
        return totals(MadeRecords.joules(joules), seconds);
    }

    private static RunTotals totals(EnergyReading joules, long seconds) {
        return totals(new Requests(1, 1, 0, 1, 0), seconds, new Headline(joules, "package"));
    }

    private static RunTotals totals(Requests requests, long seconds, Headline headline) {
        return new RunTotals(requests, OptionalDouble.empty(), new Tokens(OptionalLong.of(1), OptionalLong.of(1)),
                seconds * SECOND, headline, List.of(), Map.of(), MachineUse.UNKNOWN, ProcessShare.none("test"));
    }
}
