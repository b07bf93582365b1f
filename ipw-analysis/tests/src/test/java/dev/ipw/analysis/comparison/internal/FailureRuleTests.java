package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.comparison.internal.FailureRule.Judgement;
import dev.ipw.analysis.comparison.internal.FailureRule.Result;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The second run writes a tenth more, within a fiftieth. */
class FailureRuleTests {
    private static final RunComparison SLOWER = comparison();

    private static RunComparison comparison() {
        SplittableRandom random = new SplittableRandom(1);
        double[] seconds = IntStream.range(0, 120).mapToDouble(any -> 1 + 0.02 * random.nextGaussian()).toArray();
        double[] slower = IntStream.range(0, 120).mapToDouble(any -> 1.1 + 0.02 * random.nextGaussian()).toArray();
        return Comparison.of(
                List.of(MadeRun.of("a", 120, number -> MadeRun.Query.of(number, seconds[number])).writing(),
                        MadeRun.of("b", 120, number -> MadeRun.Query.of(number, slower[number])).writing()),
                List.of(ComparedDimension.of(Dimension.OUTPUT_TOKENS), ComparedDimension.ACCURACY)).runs().getFirst();
    }

    @ParameterizedTest
    @CsvSource({"output_tokens.median > +5%, FAILED", "output_tokens > 50ktokens, FAILED",
            "output_tokens.median > +20%, PASSED",
            "output_tokens.p50 > 200000, PASSED", "output_tokens > +11%, INCONCLUSIVE", "output_tokens < -5%, PASSED",
            "output_tokens < 20%, FAILED", "accuracy < -10%, PASSED", "accuracy < 0, INCONCLUSIVE",
            "output_tokens.p90 > 5 %, FAILED", "ttft > 5%, INCONCLUSIVE"})
    void judgesTheInterval(String rule, Judgement expected) {
        Result result = FailureRule.parse(rule).judge(SLOWER);
        assertThat(result.judgement()).as(result.sentence()).isEqualTo(expected);
        assertThat(result.sentence()).startsWith(expected.name()).contains(rule);
    }

    @Test
    void saysInPointsHowAccuracyDiffers() {
        RunComparison run = Comparison.of(
                List.of(MadeRun.of("a", 120, number -> MadeRun.Query.of(number, 1).rightIf(number % 2 == 0)),
                        MadeRun.of("b", 120, number -> MadeRun.Query.of(number, 1).rightIf(number % 4 == 0))),
                List.of(ComparedDimension.ACCURACY)).runs().getFirst();
        Result result = FailureRule.parse("accuracy < -10points").judge(run);
        assertThat(result.judgement()).as(result.sentence()).isEqualTo(Judgement.FAILED);
        assertThat(result.sentence()).containsPattern("lies between -[1-9]\\S+ points and -[1-9]\\S+ points");
        assertThat(FailureRule.parse("accuracy < -10%").judge(run).sentence())
                .containsPattern("% and -\\S+ % of the first run's, which is from -\\S+ points to -\\S+ points$");
    }

    @Test
    void cannotJudgeWhatIsNotThere() {
        MadeRun few = MadeRun.of("a", 20, number -> MadeRun.Query.of(number, 1 + number)).writing();
        MadeRun others = MadeRun.of("b", 20, number -> MadeRun.Query.of(number, 2 + number)).writing();
        RunComparison run = Comparison.of(List.of(few, others), List.of(ComparedDimension.of(Dimension.OUTPUT_TOKENS)))
                .runs().getFirst();
        Result result = FailureRule.parse("output_tokens.p99 > 5%").judge(run);
        assertThat(result.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
        assertThat(result.sentence()).contains("too few queries for a p99");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tpot", "tpot > ", "tpot >> 5%", "tpot.p42 > 5%", "bogus > 5%", "tpot > 5J",
            "accuracy.median > 5%", "tpot > five%"})
    void refusesWhatIsNoRule(String rule) {
        assertThatThrownBy(() -> FailureRule.parse(rule)).isInstanceOf(ConfigurationException.class);
    }

    @ParameterizedTest
    @CsvSource({"tpot > 3ms, 0.003", "tpot > 3us, 0.000003", "tpot > 3, 3", "joules > 3mJ, 0.003", "joules > 3kJ, 3000",
            "tpot > -5%, -0.05", "accuracy < -2points, -0.02", "accuracy < -0.02, -0.02", "watts > 1e2W, 100"})
    void readsUnits(String rule, double limit) {
        assertThat(FailureRule.parse(rule).limit()).isEqualTo(limit, within(1e-15));
    }
}
