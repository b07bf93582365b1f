package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ComparisonTests {
    private static final ComparedDimension TOTAL = ComparedDimension.of(Dimension.TOTAL_TIME);
    /** What single runs tell of; it goes with the seconds here. */
    private static final ComparedDimension LENGTH = ComparedDimension.of(Dimension.OUTPUT_TOKENS);
    private static final ComparedDimension ENERGY = ComparedDimension.of(Dimension.ENERGY_JOULES);

    private static double[] seconds(long seed, int count, double scale) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToDouble(any -> scale * Math.exp(0.5 * random.nextGaussian())).toArray();
    }

    private static MadeRun run(String name, double[] seconds) {
        return MadeRun.of(name, seconds.length, number -> MadeRun.Query.of(number, seconds[number])).writing();
    }

    private static MadeRun unlike(String name, double[] seconds) {
        return MadeRun.of(name, seconds.length,
                number -> MadeRun.Query.of(number, seconds[number]).withId(name + number)).writing();
    }

    private static RunComparison compare(MadeRun first, MadeRun second, ComparedDimension... dimensions) {
        return Comparison.of(List.of(first, second), List.of(dimensions)).runs().getFirst();
    }

    @Test
    void pairsTheQueriesOfTheSameQuestions() {
        double[] before = seconds(1, 200, 1);
        double[] after = IntStream.range(0, 200).mapToDouble(index -> before[199 - index] * 0.9).toArray();
        MadeRun second = MadeRun.of("b", 200, number -> MadeRun.Query.of(199 - number, after[number])).writing();

        RunComparison run = compare(run("a", before), second, LENGTH);

        DimensionComparison total = run.of(LENGTH).orElseThrow();
        assertThat(run.pairs()).isEqualTo(200);
        assertThat(total.outcome()).isEqualTo(Outcome.LOWER);
        assertThat(total.tests()).extracting(TestResult::test).containsExactly("Wilcoxon signed rank");
        assertThat(total.effectSize().orElseThrow().value()).isEqualTo(-1, within(1e-12));
        Estimate relative = total.main().relative().orElseThrow();
        assertThat(relative.value()).isCloseTo(-0.1, within(1e-5));
        assertThat(relative.interval().low()).isCloseTo(-0.1, within(1e-5));
        assertThat(relative.interval().high()).isCloseTo(-0.1, within(1e-5));
        assertThat(total.conclusion()).startsWith("b is 10.0 % lower than a in median output_tokens: ");
    }

    @Test
    void comparesASampleOfTheSameQuestionsWhereMemoryDoesNotHoldAll() {
        double[] before = seconds(1, 4000, 1);
        double[] after = Arrays.stream(before).map(second -> second * 0.9).toArray();
        List<MadeRun> runs = List.of(run("a", before), run("b", after));

        RunComparison all = Comparison.of(runs, List.of(LENGTH)).runs().getFirst();
        RunComparison sample = Comparison.of(runs, List.of(LENGTH), 2000.0 * Comparison.BYTES_PER_QUERY).runs()
                .getFirst();

        assertThat(sample.pairs()).isBetween(800L, 1200L);
        DimensionComparison length = sample.of(LENGTH).orElseThrow();
        assertThat(length.first()).isEqualTo(new SampleCounts(sample.pairs(), 0, 0, 0));
        assertThat(length.outcome()).isEqualTo(Outcome.LOWER);
        Interval median = length.main().first().estimate().interval();
        Estimate ofAll = all.of(LENGTH).orElseThrow().main().first().estimate();
        assertThat(ofAll.value()).isBetween(median.low(), median.high());
        assertThat((median.high() - median.low()) / (ofAll.interval().high() - ofAll.interval().low()))
                .isBetween(1.5, 2.7);
        assertThat(sample.warnings().getFirst()).startsWith("A random sample of the questions is compared, "
                + String.format(Locale.ROOT, "%,d of 8,000 queries", 2 * sample.pairs()))
                .endsWith("start Java with -Xmx3m");
        assertThat(all.warnings()).noneMatch(warning -> warning.contains("sample"));
    }

    @Test
    void repeatsOnceWhatBothRunsWarnOf() {
        RunComparison both = compare(run("a", seconds(1, 40, 1)).warning("it came from afar", "it was cold"),
                run("b", seconds(2, 40, 1)).warning("it came from afar", "it was hot"), LENGTH);

        assertThat(both.warnings()).contains("a and b both have warnings of their own: it came from afar",
                "a has warnings of its own: it was cold", "b has warnings of its own: it was hot");
    }

    @Test
    void saysOfInvalidTimesThatTheyAre() {
        MadeRun before = run("a", seconds(1, 40, 1));
        MadeRun after = run("b", seconds(2, 40, 1));

        RunComparison invalid = compare(before, after.judged(Trust.INVALID, "it poured"), TOTAL, ENERGY);
        assertThat(invalid.of(TOTAL).orElseThrow().conclusion())
                .isEqualTo(
                        "INVALID times: nothing is concluded about median total_time, which rests on them, of a and b.");
        assertThat(invalid.of(ENERGY).orElseThrow().conclusion()).contains("INVALID");
        assertThat(invalid.warnings()).contains("The times of b are INVALID: it poured");

        RunComparison doubtful = compare(before.judged(Trust.DOUBTFUL, "it rained"), after, TOTAL);
        assertThat(doubtful.of(TOTAL).orElseThrow().conclusion()).doesNotContain("INVALID")
                .endsWith(" These times are DOUBTFUL.");
        assertThat(doubtful.warnings()).contains("The times of a are DOUBTFUL: it rained");
    }

    @Test
    void concludesNothingAboutInvalidTimesHoweverFarApartTheyAre() {
        RunComparison run = compare(run("a", seconds(1, 60, 1)),
                run("b", seconds(1, 60, 9)).judged(Trust.INVALID, "it poured"), TOTAL, ENERGY);

        assertThat(run.of(TOTAL).orElseThrow().outcome()).isEqualTo(Outcome.INVALID_TIMES);
        assertThat(run.of(ENERGY).orElseThrow().outcome()).isEqualTo(Outcome.INVALID_TIMES);
        FailureRule.Result result = FailureRule.parse("total_time.median > +5%").judge(run);
        assertThat(result.judgement()).isEqualTo(FailureRule.Judgement.INCONCLUSIVE);
        assertThat(result.sentence()).contains("the times of a run are INVALID");
    }

    @Test
    void callsNoShareOfJoulesOrWattsBetterOrWorse() {
        ComparedDimension watts = ComparedDimension.of(Dimension.POWER_WATTS);
        MadeRun alone = MadeRun.of("a", 60, number -> MadeRun.Query.of(number, 1 + number % 7).withJoules(50));
        MadeRun thrifty = MadeRun.of("b", 60, number -> MadeRun.Query.of(number, 1 + number % 7).withJoules(10));

        RunComparison shares = inTurn(alone, thrifty.overlapping(), watts, ENERGY);
        assertThat(shares.of(watts).orElseThrow().outcome()).isEqualTo(Outcome.LOWER);
        assertThat(List.of(shares.of(watts).orElseThrow().conclusion(), shares.of(ENERGY).orElseThrow().conclusion()))
                .allSatisfy(conclusion -> assertThat(conclusion)
                        .contains("a share of what requests that overlapped used together")
                        .doesNotContain("which is better", "which is worse"));
        assertThat(Merit.of(shares.of(watts).orElseThrow())).isEqualTo(Merit.DIFFERENT);
        DimensionComparison own = inTurn(alone, thrifty, watts).of(watts).orElseThrow();
        assertThat(Merit.of(own)).isEqualTo(Merit.BETTER);
        assertThat(own.conclusion()).contains("which is better");
    }

    /** Make three runs of each, of which the last one's queries take a little longer. */
    private static RunComparison inTurn(MadeRun first, MadeRun second, ComparedDimension... dimensions) {
        List<MadeRun> runs = IntStream.range(0, 6).mapToObj(run -> {
            MadeRun like = run % 2 == 0 ? first : second;
            MadeRun made = MadeRun.of("run" + run, like.queries(), number -> {
                MadeRun.Query query = like.query().apply(number);
                return query.withJoules(query.joules() * (run == 5 ? 1.01 : 1));
            });
            return like.overlaps() ? made.overlapping() : made;
        }).toList();
        return Comparison.ofBlocks(runs, List.of(dimensions)).runs().getFirst();
    }

    @ParameterizedTest
    @CsvSource({"total_time, LOWER", "time_to_first_token, LOWER", "output_tokens_per_second, HIGHER",
            "tokens_per_chunk, NEITHER", "output_tokens, NEITHER", "flops, NEITHER", "mfu, HIGHER",
            "energy_joules, LOWER", "power_watts, LOWER", "energy_per_output_token_joules, LOWER", "cost_usd, LOWER",
            "accuracy, HIGHER", "intelligence_per_joule, HIGHER"})
    void knowsWhichWayIsBetter(String dimension, ComparedDimension.Better better) {
        assertThat(ComparedDimension.named(dimension).better()).isEqualTo(better);
    }

    @Test
    void comparesSamplesWhereTheQuestionsDiffer() {
        RunComparison run = compare(run("a", seconds(1, 150, 1)), unlike("b", seconds(2, 120, 1.5)), LENGTH);

        DimensionComparison total = run.of(LENGTH).orElseThrow();
        assertThat(run.pairs()).isZero();
        assertThat(total.tests()).extracting(TestResult::test).containsExactly("Mann-Whitney U",
                "Kolmogorov-Smirnov");
        assertThat(total.outcome()).isEqualTo(Outcome.HIGHER);
        assertThat(total.first().used()).isEqualTo(150);
        assertThat(total.second().used()).isEqualTo(120);
        assertThat(total.statistic("p90")).isPresent();
        assertThat(run.warnings()).anyMatch(one -> one.startsWith("The runs share 0 questions"));
    }

    @Test
    void doesNotPairQuestionsWhoseContentDiffers() {
        MadeRun second = MadeRun.of("b", 50, number -> new MadeRun.Query("q" + number, "Another question " + number, 1
                + number % 7, 1, true));

        RunComparison run = compare(run("a", seconds(1, 50, 1)), second, LENGTH);

        assertThat(run.pairs()).isZero();
        assertThat(run.warnings()).anyMatch(one -> one.startsWith("50 questions have the same id"));
    }

    @Test
    void subtractsTheFirstMedianFromTheSecond() {
        double[] before = seconds(3, 101, 1);
        double[] after = seconds(4, 90, 1.2);

        StatisticComparison median = compare(run("a", before), unlike("b", after), TOTAL).of(TOTAL).orElseThrow()
                .main();

        assertThat(median.first().estimate().value()).isCloseTo(Quantiles.of(before, 0.5), within(1e-8));
        assertThat(median.difference().value())
                .isCloseTo(Quantiles.of(after, 0.5) - Quantiles.of(before, 0.5), within(1e-8));
        assertThat(median.difference().interval().low()).isLessThan(median.difference().value());
        assertThat(median.first().orderStatistics()).isPresent();
    }

    @Test
    void findsNothingWhereThereIsNothingAboutAsOftenAsItSays() {
        int found = 0;
        for (int trial = 0; trial < 60; trial++) {
            Outcome outcome = compare(run("a", seconds(100 + trial, 40, 1)), unlike("b", seconds(900 + trial, 40, 1)),
                    LENGTH).of(LENGTH).orElseThrow().outcome();
            found += outcome == Outcome.HIGHER || outcome == Outcome.LOWER ? 1 : 0;
        }
        assertThat(found).isLessThan(9);
    }

    @Test
    void answersForConstantDataAndTies() {
        double[] same = new double[40];
        Arrays.fill(same, 2);

        RunComparison alike = compare(run("a", same), run("b", same), ComparedDimension.usual()
                .toArray(ComparedDimension[]::new));
        assertThat(alike.of(LENGTH).orElseThrow().outcome()).isEqualTo(Outcome.SAME);
        assertThat(alike.dimensions()).filteredOn(one -> one.dimension().perQuery().isPresent()).hasSize(5)
                .allSatisfy(one -> assertThat(one.main().difference().interval().low()).isFinite());

        double[] each = IntStream.range(0, 40).mapToDouble(index -> 2 + index % 7).toArray();
        DimensionComparison paired = compare(run("a", each), run("b", each), LENGTH).of(LENGTH).orElseThrow();
        assertThat(paired.outcome()).as(paired.conclusion()).isEqualTo(Outcome.SAME);
        assertThat(paired.conclusion()).startsWith("a and b have the same ")
                .endsWith("the interval of the difference is 0.");

        double[] tied = IntStream.range(0, 40).mapToDouble(index -> 2 + index % 2).toArray();
        assertThat(compare(run("a", same), run("b", tied), TOTAL).of(TOTAL).orElseThrow().main().difference()
                .interval().high()).isBetween(0.0, 1.0);
    }

    @Test
    void countsWhatIsAbsentOrZero() {
        MadeRun first = MadeRun.of("a", 30, number -> MadeRun.Query.of(number, 1 + number)
                .withJoules(number < 4 ? Double.NaN : number < 6 ? 0 : 5 + number));
        MadeRun second = MadeRun.of("b", 30, number -> MadeRun.Query.of(number, 1 + number).withJoules(7 + number));

        RunComparison run = compare(first, second, ENERGY);

        DimensionComparison energy = run.of(ENERGY).orElseThrow();
        assertThat(energy.first()).isEqualTo(new SampleCounts(24, 4, 2, 0));
        assertThat(energy.second()).isEqualTo(new SampleCounts(24, 0, 0, 6));
        assertThat(run.warnings())
                .anyMatch(one -> one.contains("2 queries of a are left out because their figure is zero"));
    }

    @Test
    void comparesRightAnswersByMcNemarAndIntelligencePerJoule() {
        MadeRun first = MadeRun.of("a", 100, number -> MadeRun.Query.of(number, 1).withJoules(10 + number % 5)
                .rightIf(number % 2 == 0));
        MadeRun second = MadeRun.of("b", 100, number -> MadeRun.Query.of(number, 1).withJoules(5 + number % 5)
                .rightIf(number % 10 != 1));

        RunComparison run = compare(first, second, ComparedDimension.ACCURACY,
                ComparedDimension.INTELLIGENCE_PER_JOULE);

        DimensionComparison accuracy = run.of(ComparedDimension.ACCURACY).orElseThrow();
        assertThat(accuracy.main().difference().value()).isCloseTo(0.4, within(1e-12));
        assertThat(accuracy.tests().getFirst().test()).isEqualTo("McNemar");
        assertThat(accuracy.outcome()).isEqualTo(Outcome.HIGHER);
        assertThat(accuracy.conclusion()).contains(" points higher than ", " points (p").doesNotContain("+0.");
        StatisticComparison ipj = run.of(ComparedDimension.INTELLIGENCE_PER_JOULE).orElseThrow().main();
        assertThat(ipj.first().estimate().value()).isCloseTo(0.5 / 12, within(1e-9));
        assertThat(ipj.second().estimate().value()).isCloseTo(0.9 / 7, within(1e-9));
        assertThat(ipj.difference().value()).isPositive();
    }

    @Test
    void correctsForHowMuchIsCompared() {
        MadeRun first = run("a", seconds(1, 60, 1));
        MadeRun second = run("b", seconds(2, 60, 1.2));

        DimensionComparison alone = compare(first, second, LENGTH).of(LENGTH).orElseThrow();
        DimensionComparison among = compare(first, second, LENGTH, ENERGY, ComparedDimension.ACCURACY)
                .of(LENGTH).orElseThrow();

        assertThat(alone.adjustedPValue()).hasValue(alone.tests().getFirst().pValue());
        // Of what single runs conclude on alone: joules are not among it.
        assertThat(among.adjustedPValue().orElseThrow()).isEqualTo(2 * alone.adjustedPValue().orElseThrow());
    }

    @Test
    void warnsOfWhatElseDiffers() {
        RunComparison run = compare(run("a", seconds(1, 40, 1)),
                run("b", seconds(2, 40, 1)).withModel("other").withConcurrency(8), LENGTH);

        assertThat(run.warnings()).anyMatch(one -> one.equals("The model differs: model in a, other in b"))
                .anyMatch(one -> one.startsWith("The load differs: concurrency 1 in a, concurrency 8 in b"))
                .anyMatch(one -> one.equals("p90 rests on few queries, 40; 50 are needed to trust it"));
    }

    @Test
    void warnsOfADeviceThatWasWarmer() {
        MadeRun cool = run("a", seconds(1, 40, 1));
        assertThat(compare(cool, run("b", seconds(2, 40, 1)).endingAt(72), LENGTH).warnings())
                .anyMatch(one -> one.startsWith("gpu-0 went from 40 to 60 °C in a, from 40 to 72 °C in b: "));
        assertThat(compare(cool, run("b", seconds(2, 40, 1)).endingAt(63), LENGTH).warnings())
                .noneMatch(one -> one.contains("°C"));
    }

    @Test
    void warnsOfQueriesThatFollowThoseBefore() {
        double[] drifting = IntStream.range(0, 120).mapToDouble(index -> 1 + index / 30.0).toArray();

        RunComparison run = compare(run("a", drifting), unlike("b", seconds(1, 120, 1)), LENGTH);

        assertThat(run.warnings())
                .anyMatch(one -> one.startsWith("output_tokens: queries follow those before them, in a"));
        assertThat(run.warnings()).noneMatch(one -> one.contains("before them, in b"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void saysThatThereAreTooFewQueries(int queries) {
        DimensionComparison total = compare(run("a", seconds(1, queries, 1)), run("b", seconds(2, queries, 9)),
                LENGTH).of(LENGTH).orElseThrow();

        assertThat(total.outcome()).isEqualTo(Outcome.TOO_FEW);
        assertThat(total.conclusion()).startsWith("Too few queries to tell: " + queries);
        assertThat(total.main().difference().interval().low()).isFinite();
    }

    @Test
    void comparesEveryRunWithTheFirst() {
        Comparison comparison = Comparison.of(run("a", seconds(1, 50, 1)), run("b", seconds(2, 50, 1)),
                run("c", seconds(3, 50, 4)));

        assertThat(comparison.runs()).extracting(RunComparison::first).containsExactly("a", "a");
        assertThat(comparison.runs()).extracting(RunComparison::second).containsExactly("b", "c");
        assertThat(comparison.runs().get(1).of(LENGTH).orElseThrow().outcome())
                .isEqualTo(Outcome.HIGHER);
    }

    @Test
    void writesALineForEachDimension() {
        Comparison comparison = Comparison.of(
                List.of(run("a", seconds(1, 50, 1)), run("b", seconds(2, 50, 2))), List.of(LENGTH, ENERGY));

        assertThat(comparison.jsonLines()).hasSize(2);
        TreeReader line = TreeReader.ofJson("line", comparison.jsonLines().getFirst());
        assertThat(line.asMap().keySet()).containsExactly("dimension", "runs", "difference", "verdict");
        assertThat(line.text("dimension")).isEqualTo("output_tokens");
        assertThat(line.children("runs").getFirst().asMap().keySet()).containsExactly("name", "n", "median",
                "median_low", "median_high");
        assertThat(line.child("difference").asMap().keySet()).containsExactly("median", "low", "high");
        assertThat(comparison.toJson()).contains("\"p_adjusted\"", "\"order_statistics\"");
    }

    @Test
    void refusesWhatCannotBeCompared() {
        MadeRun a = run("a", seconds(1, 20, 1));
        assertThatThrownBy(() -> Comparison.of(a)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at least two runs");
        assertThatThrownBy(() -> Comparison.of(a, a)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("given twice");
        MadeRun blind = MadeRun.of("b", 20, number -> MadeRun.Query.of(number, 1).withJoules(Double.NaN));
        assertThatThrownBy(() -> compare(a, blind, ENERGY)).isInstanceOf(InputException.class)
                .hasMessageContaining("energy_joules: no query of b has it");
        assertThatThrownBy(() -> ComparedDimension.named("bogus")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("time_per_output_token", "accuracy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"time_to_first_token", "time_to_last_token", "time_per_output_token", "num_tokens_input",
            "num_tokens_output", "num_tokens_input_cached", "num_tokens_output_reasoning", "ttft", "tpot", "itl", "ipj",
            "joules", "watts", "accuracy"})
    void knowsTheNamesOfOthers(String name) {
        assertThat(ComparedDimension.named(name).label()).isNotEmpty();
    }

    /** No question decides between the two, and each was asked three times. */
    @Test
    void findsNoDifferenceInRepeatedQuestionsThatBothAnswerAlike() {
        IntFunction<MadeRun.Query> repeated = number -> MadeRun.Query.of(number % 10, 1).rightIf(number % 10 < 7)
                .withId("q" + number % 10 + (number < 10 ? "" : "#" + (number / 10 + 1)));
        DimensionComparison accuracy = compare(MadeRun.of("a", 30, repeated), MadeRun.of("b", 30, repeated),
                ComparedDimension.ACCURACY).dimensions().getFirst();

        assertThat(accuracy.tests()).containsExactly(new TestResult("McNemar", 0, 1, TestResult.EFFECTIVE));
        assertThat(accuracy.main().difference().value()).isZero();
        assertThat(accuracy.outcome()).isEqualTo(Outcome.NOT_SHOWN);
    }

    @Test
    void plansFewerQueriesForLargerDifferencesAndSteadierFigures() {
        MadeRun pilot = MadeRun.of("a", 100, number -> MadeRun.Query.of(number, 1).withJoules(10 + number % 5)
                .rightIf(number % 3 > 0));
        QueryPlan small = QueryPlan.of(pilot, ComparedDimension.INTELLIGENCE_PER_JOULE, 0.05);
        QueryPlan large = QueryPlan.of(pilot, ComparedDimension.INTELLIGENCE_PER_JOULE, 0.2);
        assertThat(large.queries()).isLessThan(small.queries());
        assertThat(small.secondsPerRun()).isCloseTo((double) small.queries(), within(1e-6));
        // Right answers stray by sqrt((1 - p) / p) of their share, here 0.72; joules by 0.12 hardly add to it.
        double share = (1.959963984540054 + 0.8416212335729143) * 0.73 / Math.log1p(0.05);
        assertThat((double) small.queries()).isCloseTo(2 * share * share, within(0.1 * share * share));
        assertThatThrownBy(() -> QueryPlan.of(pilot, ComparedDimension.ACCURACY, 0))
                .isInstanceOf(ConfigurationException.class);
    }
}
