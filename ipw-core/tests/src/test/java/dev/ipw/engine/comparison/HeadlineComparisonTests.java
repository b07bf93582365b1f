package dev.ipw.engine.comparison;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.engine.analysis.EfficiencyGatherer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A comparison shows the figures of the runs as every other screen does, and takes these apart. */
@Tag("statistical")
class HeadlineComparisonTests {
    private static final ComparedDimension SHARE = ComparedDimension.of(Dimension.ENERGY_JOULES);
    private static final int QUERIES = 80;

    /** Make a run whose device used a third more than its queries were charged with. */
    private static MadeRun run(String name, long seed, double scale) {
        return run(name, seed, scale, 0);
    }

    private static MadeRun run(String name, long seed, double scale, int withoutJoules) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] seconds = IntStream.range(0, QUERIES).mapToDouble(any -> Math.exp(0.4 * random.nextGaussian()))
                .toArray();
        double[] joules = IntStream.range(0, QUERIES)
                .mapToDouble(number -> scale * seconds[number] * (10 + random.nextGaussian())).toArray();
        double[] used = IntStream.range(0, QUERIES).mapToDouble(number -> joules[number]).toArray();
        return MadeRun.of(name, QUERIES, number -> MadeRun.Query.of(number, seconds[number])
                .withJoules(number < withoutJoules ? Double.NaN : joules[number]).rightIf(number % 3 > 0))
                .using(IntStream.range(0, QUERIES).mapToDouble(number -> used[number]).sum() * 4 / 3);
    }

    private static Efficiency headlines(MadeRun run) {
        EfficiencyGatherer gatherer = new EfficiencyGatherer();
        run.records().forEach(gatherer::add);
        return gatherer.finish(run.summary().totals());
    }

    private static List<Optional<Estimate>> of(Efficiency run) {
        return List.of(run.joulesPerQuery(), run.joulesPerOutputToken(), run.deviceWatts(),
                run.intelligencePerJoule(), run.intelligencePerWatt());
    }

    private static RunComparison compare(MadeRun first, MadeRun second) {
        return Comparison.of(List.of(first, second), List.of(ComparedDimension.JOULES_PER_QUERY,
                ComparedDimension.JOULES_PER_OUTPUT_TOKEN, ComparedDimension.DEVICE_WATTS,
                ComparedDimension.INTELLIGENCE_PER_JOULE, ComparedDimension.INTELLIGENCE_PER_WATT,
                ComparedDimension.REQUESTS_PER_SECOND)).runs().getFirst();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "2, false", "30, false"})
    void showsTheHeadlinesOfBothRuns(int withoutJoules, boolean others) {
        MadeRun first = run("a", 1, 1, withoutJoules);
        MadeRun made = run("b", 2, 1.2);
        MadeRun second = others
                ? MadeRun.of("b", QUERIES, number -> made.query().apply(number).withId("other" + number)).using(
                        made.summary().totals().joulesPerQuery().orElseThrow() * QUERIES)
                : made;

        RunComparison compared = compare(first, second);

        assertThat(compared.dimensions()).hasSize(6);
        for (int place = 0; place < 5; place++) {
            StatisticComparison value = compared.dimensions().get(place).main();
            assertThat(Optional.of(value.first().estimate())).isEqualTo(of(headlines(first)).get(place));
            assertThat(Optional.of(value.second().estimate())).isEqualTo(of(headlines(second)).get(place));
            assertThat(value.difference().value()).isCloseTo(
                    value.second().estimate().value() - value.first().estimate().value(), within(1e-9));
        }
        assertThat(compared.dimensions().get(5).main().first().estimate().value()).isEqualTo(1);
    }

    @Test
    void callsTheDearerRunDearerByItsWholeJoules() {
        SplittableRandom random = new SplittableRandom(7);
        double[] seconds = IntStream.range(0, QUERIES).mapToDouble(any -> Math.exp(0.4 * random.nextGaussian()))
                .toArray();
        MadeRun thrifty = MadeRun.of("a", QUERIES, number -> MadeRun.Query.of(number, seconds[number]).rightIf(
                number % 2 == 0)).using(2000);
        MadeRun wasteful = MadeRun.of("b", QUERIES, number -> MadeRun.Query.of(number, seconds[number]).rightIf(
                number % 2 == 0)).using(3000);

        RunComparison compared = compare(thrifty, wasteful);

        DimensionComparison perQuery = compared.of(ComparedDimension.JOULES_PER_QUERY).orElseThrow();
        assertThat(perQuery.outcome()).isEqualTo(Outcome.HIGHER);
        assertThat(perQuery.conclusion())
                .startsWith("b is 50.0 % higher than a in J/query, which is worse: 37.5 J against 25 J");
        assertThat(compared.of(ComparedDimension.INTELLIGENCE_PER_JOULE).orElseThrow().outcome())
                .isEqualTo(Outcome.LOWER);
        // The queries were charged with about the same, and their shares tell nothing of it.
        assertThat(Comparison.of(List.of(thrifty, wasteful), List.of(SHARE)).runs().getFirst().of(SHARE).orElseThrow()
                .outcome()).isIn(Outcome.SAME, Outcome.NOT_SHOWN);
    }

    @Test
    void concludesNothingOfFiguresThatQueriesDoNotTell() {
        RunComparison compared = compare(run("a", 1, 1), run("b", 2, 2));

        for (ComparedDimension one : List.of(ComparedDimension.DEVICE_WATTS, ComparedDimension.REQUESTS_PER_SECOND)) {
            DimensionComparison figure = compared.of(one).orElseThrow();
            assertThat(figure.outcome()).isEqualTo(Outcome.NO_INTERVAL);
            assertThat(figure.conclusion()).contains("so nothing is concluded", "runs in turn do", one.words());
            assertThat(FigureText.signed(figure.main().difference(), "W")).doesNotContain("(");
        }
        assertThat(new Comparison(List.of(compared)).toJson()).doesNotContain("Infinity");
        assertThat(FailureRule.parse("device_watts > 5%").judge(compared).judgement())
                .isEqualTo(FailureRule.Judgement.INCONCLUSIVE);
    }

    @Test
    void holdsTheTrueDifferenceAboutAsOftenAsItSays() {
        int held = 0;
        int wide = 0;
        int trials = Draws.of(30, 120);
        for (int trial = 0; trial < trials; trial++) {
            RunComparison compared = compare(run("a", 100 + trial, 1), MadeRun.of("b", QUERIES,
                    run("b", 900 + trial, 1.1).query()).using(
                            run("b", 900 + trial, 1.1).summary().totals().joulesPerQuery().orElseThrow() * QUERIES));
            Interval interval = compared.of(ComparedDimension.JOULES_PER_QUERY).orElseThrow().main().difference()
                    .interval();
            // The mean of exp(0.4 z) is exp(0.08).
            double truth = 0.1 * 10 * Math.exp(0.08) * 4 / 3;
            held += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
            wide += interval.high() - interval.low() > 10 ? 1 : 0;
        }
        assertThat(held).isGreaterThanOrEqualTo(Draws.minHits(trials, 0.94));
        assertThat(wide).isZero();
    }

    @Test
    void saysOfWhichSharesTooFewAreKnown() {
        MadeRun some = run("a", 1, 1, 5);
        MadeRun dear = MadeRun.of("b", QUERIES, number -> run("b", 1, 1).query().apply(number).withJoules(500));
        List<ComparedDimension> shares = Stream.of("joules", "joules_per_token", "watts")
                .map(ComparedDimension::named).toList();

        RunComparison compared = Comparison.of(List.of(some, dear), shares).runs().getFirst();

        assertThat(compared.dimensions()).allSatisfy(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.PARTLY_KNOWN);
            assertThat(one.conclusion()).contains("Nothing is concluded", "a of 75 of 80 requests (", "95 % of both");
        });
        assertThat(FailureRule.parse("joules > 5%").judge(compared).judgement())
                .isEqualTo(FailureRule.Judgement.INCONCLUSIVE);
        assertThat(Comparison.of(List.of(run("a", 1, 1, 1), dear), List.of(SHARE)).runs().getFirst().of(SHARE)
                .orElseThrow().outcome()).isEqualTo(Outcome.HIGHER);
    }

    @ParameterizedTest
    @CsvSource({"j/query, joules_per_query", "J/token, joules_per_output_token", "w, device_watts",
            "ipw, device_intelligence_per_watt", "IPJ, intelligence_per_joule", "requests/s, requests_per_second",
            "joules, energy_joules", "joules_per_token, energy_per_output_token_joules", "watts, power_watts"})
    void takesTheLabelsOfScreens(String name, String key) {
        assertThat(ComparedDimension.named(name).label()).isEqualTo(key);
        assertThat(FailureRule.parse(name + " > 5%").dimension()).isEqualTo(ComparedDimension.named(name));
    }

    @Test
    void comparesRunsAndNotSharesWhereNobodySaysOtherwise() {
        assertThat(ComparedDimension.usual()).hasSize(12).extracting(ComparedDimension::words)
                .contains("J/query", "J/token", "W", "IPJ", "IPW", "requests/s")
                .noneMatch(one -> one.startsWith("share"));
    }

    @Test
    void plansForJoulesOfTheRun() {
        QueryPlan plan = QueryPlan.of(run("a", 1, 1), ComparedDimension.JOULES_PER_QUERY, 0.1);
        assertThat(plan.value()).isCloseTo(headlines(run("a", 1, 1)).joulesPerQuery().orElseThrow().value(),
                within(1e-9));
        assertThat(plan.queries()).isBetween(100L, 500L);
        assertThatThrownBy(() -> QueryPlan.of(run("a", 1, 1), ComparedDimension.DEVICE_WATTS, 0.1))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("no number of them");
    }
}
