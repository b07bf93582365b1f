package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
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
        run.forEachQuery(gatherer::add);
        return gatherer.finish(run.summary().totals());
    }

    private static List<Optional<Estimate>> of(Efficiency run) {
        return List.of(run.joulesPerQuery().estimate(), run.joulesPerOutputToken().estimate(),
                run.deviceWatts().estimate(),
                run.intelligencePerJoule().estimate(), run.intelligencePerWatt().estimate());
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
    void saysByHowMuchTwoSingleRunsDifferAndConcludesNothingOfIt() {
        RunComparison compared = compare(run("a", 1, 1), run("b", 2, 2));

        assertThat(compared.isOfSingleRuns()).isTrue();
        assertThat(compared.dimensions()).hasSize(6).allSatisfy(figure -> {
            assertThat(figure.outcome()).isEqualTo(Outcome.SINGLE_RUNS);
            assertThat(Merit.of(figure)).isEqualTo(Merit.UNDECIDED);
            assertThat(figure.adjustedPValue()).isEmpty();
            assertThat(figure.conclusion()).startsWith("These two runs differ by ").contains(figure.dimension().words(),
                    "so nothing is concluded; repeated runs or runs in turn do").doesNotContain("better", "worse");
            assertThat(FigureText.signed(figure.main().difference(), "W")).doesNotContain("(");
        });
        assertThat(compared.of(ComparedDimension.JOULES_PER_QUERY).orElseThrow().conclusion())
                .matches("These two runs differ by \\+\\d+\\.?\\d* % \\(\\+[\\d.]+ J\\) in J/query: [\\d.]+ J in b, "
                        + "[\\d.]+ J in a\\. One run .*");
        assertThat(new Comparison(List.of(compared)).toJson()).doesNotContain("Infinity").contains("SINGLE_RUNS");
        for (String rule : List.of("device_watts > 5%", "j/query > 5%", "ipj < -5%", "requests/s < -5%")) {
            FailureRule.Result result = FailureRule.parse(rule).judge(compared);
            assertThat(result.judgement()).isEqualTo(FailureRule.Judgement.INCONCLUSIVE);
            assertThat(result.sentence()).contains("repeated runs or runs in turn do");
        }
    }

    @Test
    void concludesNothingOfJoulesWhereTimesAreInvalid() {
        List<MadeRun> runs = IntStream.range(0, 8)
                .mapToObj(number -> run("run" + number, number, number % 2 == 0 ? 1 : 3)).toList();
        List<MadeRun> one = Stream.concat(runs.stream().limit(7),
                Stream.of(runs.getLast().judged(Trust.INVALID, "it poured"))).toList();
        List<ComparedDimension> dimensions = List.of(ComparedDimension.JOULES_PER_QUERY, ComparedDimension.ACCURACY);

        assertThat(Comparison.ofBlocks(runs, dimensions).runs().getFirst().dimensions().getFirst().outcome())
                .isEqualTo(Outcome.HIGHER);
        List<DimensionComparison> invalid = Comparison.ofBlocks(one, dimensions).runs().getFirst().dimensions();
        assertThat(invalid.getFirst().outcome()).isEqualTo(Outcome.INVALID_TIMES);
        assertThat(invalid.getLast().outcome()).isNotEqualTo(Outcome.INVALID_TIMES);
    }

    @Test
    void setsFiguresOfAllQuestionsApartFromThoseThatBothAsked() {
        MadeRun some = run("a", 1, 1);
        RunComparison compared = Comparison.of(List.of(MadeRun.of("a", QUERIES, some.query()),
                MadeRun.of("b", QUERIES + 40, number -> number < QUERIES
                        ? some.query().apply(number)
                        : MadeRun.Query.of(number, 1))),
                List.of(ComparedDimension.JOULES_PER_QUERY,
                        ComparedDimension.ACCURACY))
                .runs().getFirst();

        assertThat(compared.pairs()).isEqualTo(QUERIES);
        assertThat(compared.of(ComparedDimension.JOULES_PER_QUERY).orElseThrow()).satisfies(one -> {
            assertThat(one.paired()).isFalse();
            assertThat(one.second().used()).isEqualTo(QUERIES + 40);
        });
        assertThat(compared.of(ComparedDimension.ACCURACY).orElseThrow().paired()).isTrue();
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
                .orElseThrow().outcome()).isEqualTo(Outcome.SINGLE_RUNS);
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
        assertThat(plan.value()).isCloseTo(headlines(run("a", 1, 1)).joulesPerQuery().estimate().orElseThrow().value(),
                within(1e-9));
        assertThat(plan.queries()).isBetween(100L, 500L);
        assertThatThrownBy(() -> QueryPlan.of(run("a", 1, 1), ComparedDimension.DEVICE_WATTS, 0.1))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("no number of them");
    }
}
