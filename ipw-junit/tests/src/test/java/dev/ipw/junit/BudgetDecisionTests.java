package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.testing.Draws;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("statistical")
class BudgetDecisionTests {
    private static final int RUNS = Draws.of(100, 1000);

    private static Budget budget(double joules, int repetitions) {
        return new Budget(joules, Set.of(), repetitions, 0, 0.99, 0.1, false, false);
    }

    private static Repetition repetition(double joules, double apart, EnergyFlag... flags) {
        return new Repetition(
                EnergyReading.of(joules, joules - apart, joules + apart, Provenance.MEASURED, Scope.PACKAGE,
                        "test", Set.of(flags)),
                1, Duration.ofSeconds(1), ProcessShare.none("test"));
    }

    private static BudgetOutcome decide(Budget budget, Optional<Baseline> baseline, double... joules) throws Exception {
        int[] next = {0};
        return new BudgetDecision(budget, baseline)
                .decide(() -> repetition(joules[next[0]++ % joules.length], 0.01), false);
    }

    /** The table of docs/junit.md. */
    @ParameterizedTest
    @CsvSource({"0.5, PASS", "0.9, PASS", "1.1, FAIL", "2, FAIL"})
    void isWrongOfSimulatedTestsInOnePercentAtMost(double share, Conclusion right) throws Exception {
        Map<Conclusion, Integer> counts = new EnumMap<>(Conclusion.class);
        for (int seed = 0; seed < RUNS; seed++) {
            BudgetOutcome outcome = new BudgetDecision(budget(1, 30), Optional.empty())
                    .decide(new SimulatedTest(seed, share), false);
            counts.merge(outcome.conclusion(), 1, Integer::sum);
        }
        Conclusion wrong = right == Conclusion.PASS ? Conclusion.FAIL : Conclusion.PASS;
        assertThat(counts.getOrDefault(wrong, 0)).isLessThanOrEqualTo(Draws.maxHits(RUNS, 0.01));
        if (share == 0.5 || share == 2) {
            assertThat(counts.getOrDefault(right, 0)).isGreaterThanOrEqualTo(Draws.minHits(RUNS, 0.99));
        }
    }

    /** At the budget itself every conclusion is wrong half the time: one percent of both together is the promise. */
    @Test
    void isSeldomSureOfATestExactlyAtItsBudgetHoweverOftenItIsLookedAt() {
        int sure = 0;
        int sureByPlainIntervals = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            RepeatedMean mean = new RepeatedMean(0.99);
            boolean isSure = false;
            boolean isPlainlySure = false;
            double sum = 0;
            double squares = 0;
            for (int count = 1; count <= 100; count++) {
                double value = 1 + 0.1 * random.nextGaussian();
                mean.add(value, value, value);
                sum += value;
                squares += value * value;
                isSure |= mean.isDecided(1);
                isPlainlySure |= count > 2 && Math.abs(sum / count - 1) > plainReach(count, sum, squares);
            }
            sure += isSure ? 1 : 0;
            sureByPlainIntervals += isPlainlySure ? 1 : 0;
        }
        assertThat(sure).isLessThanOrEqualTo(Draws.maxHits(RUNS, 0.01));
        assertThat(sureByPlainIntervals).as("more than one percent explains").isGreaterThan(Draws.maxHits(RUNS, 0.01));
    }

    private static double plainReach(int count, double sum, double squares) {
        double deviation = Math.sqrt(Math.max(0, squares - sum * sum / count) / (count - 1));
        return new TDistribution(null, count - 1).inverseCumulativeProbability(0.995) * deviation / Math.sqrt(count);
    }

    @Test
    void passesBelowAndFailsAboveWithTheInterval() throws Exception {
        BudgetOutcome below = decide(budget(5, 30), Optional.empty(), 2.4, 2.5, 2.6);
        BudgetOutcome above = decide(budget(2, 30), Optional.empty(), 2.4, 2.5, 2.6);

        assertThat(below.conclusion()).isEqualTo(Conclusion.PASS);
        assertThat(below.sentence()).contains("MEASURED (test)", "below the budget of 5.000 J");
        assertThat(above.conclusion()).isEqualTo(Conclusion.FAIL);
        assertThat(above.sentence()).contains("above the budget of 2.000 J", "at 99.00 %");
    }

    @Test
    void saysHowManyRepetitionsWouldDecideAndThatManyDo() throws Exception {
        double[] noisy = new Random(7).doubles(2000, 2, 3).toArray();
        BudgetOutcome few = decide(budget(2.7, 10), Optional.empty(), noisy);
        assertThat(few.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);

        String told = few.reason().replaceAll(".*\\(repetitions = (\\d+)\\).*", "$1");
        BudgetOutcome more = decide(budget(2.7, 2 * Integer.parseInt(told)), Optional.empty(), noisy);

        assertThat(more.conclusion()).isEqualTo(Conclusion.PASS);
    }

    @Test
    void saysThatNoNumberOfRepetitionsDecidesWithinTheBoundsOfTheSensor() throws Exception {
        BudgetOutcome outcome = new BudgetDecision(budget(1, 20), Optional.empty())
                .decide(() -> repetition(1.05, 0.5), false);

        assertThat(outcome.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
        assertThat(outcome.reason()).contains("no number of repetitions would decide",
                "within the bounds of the sensor");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void concludesNothingFromAFewIdenticalReadings(int count) {
        RepeatedMean mean = new RepeatedMean(0.99);
        for (int index = 0; index < count; index++) {
            mean.add(1, 1, 1);
        }
        assertThat(mean.isDecided(1000)).isFalse();
    }

    @Test
    void failsWhereTheIntervalLiesAboveTheBaselineAndTheTolerance() throws Exception {
        Optional<Baseline> baseline = Optional.of(new Baseline(2, 1.95, 2.05, 30, "MEASURED", "package", "then"));

        assertThat(decide(budget(Double.POSITIVE_INFINITY, 30), baseline, 2.0, 2.01, 2.02).conclusion())
                .isEqualTo(Conclusion.PASS);
        BudgetOutcome worse = decide(budget(5, 30), baseline, 2.5, 2.51, 2.52);
        assertThat(worse.conclusion()).isEqualTo(Conclusion.FAIL);
        assertThat(worse.reason()).contains("below the budget of 5.000 J",
                "above the baseline 2.000 J [1.950, 2.050] and 10.00 %, which makes a limit of 2.255 J");
    }

    @Test
    void doesNotCompareWithABaselineOfAnotherKind() throws Exception {
        Optional<Baseline> baseline = Optional.of(new Baseline(2, 1.9, 2.1, 30, "ESTIMATED", "package", "then"));

        BudgetOutcome outcome = decide(budget(Double.POSITIVE_INFINITY, 5), baseline, 9, 9.1, 9.2);

        assertThat(outcome.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
        assertThat(outcome.reason()).contains("the baseline is ESTIMATED package and this is MEASURED package");
    }

    @Test
    void leavesReadingsOutThatShowNothing() throws Exception {
        List<Repetition> readings = List.of(repetition(90, 0.1, EnergyFlag.OVERLAPPED),
                repetition(90, 0.1, EnergyFlag.PARTIAL), repetition(2.5, 0.1), repetition(2.6, 0.1),
                repetition(2.4, 0.1),
                repetition(2.5, 0.1), repetition(2.5, 0.1));
        int[] next = {0};

        BudgetOutcome outcome = new BudgetDecision(budget(5, 30), Optional.empty())
                .decide(() -> readings.get(next[0]++), false);

        assertThat(outcome.conclusion()).isEqualTo(Conclusion.PASS);
        assertThat(outcome.reason()).contains("2 repetitions were left out: the joules are not complete: [PARTIAL]");
    }

    @Test
    void givesUpWhereNoReadingShowsAnything() throws Exception {
        BudgetOutcome outcome = new BudgetDecision(budget(5, 30), Optional.empty())
                .decide(() -> repetition(2, 0.1, EnergyFlag.SHORT), false);

        assertThat(outcome.conclusion()).isEqualTo(Conclusion.INCONCLUSIVE);
        assertThat(outcome.sentence()).contains("SHORT", "Measure for longer");
    }
}
