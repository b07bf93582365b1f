package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.series.Autocorrelation;
import dev.ipw.testing.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Properties that hold for any data, over made-up samples of all kinds. */
@Tag("statistical")
class ComparisonStatisticsTests {
    private static final double LEVEL = 0.95;
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};

    private static double[] sample(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        return switch ((int) (seed % 4)) {
            case 0 -> DoubleStream.generate(random::nextGaussian).limit(count).toArray();
            case 1 -> DoubleStream.generate(() -> Math.exp(random.nextGaussian())).limit(count).toArray();
            case 2 -> DoubleStream.generate(() -> random.nextInt(4)).limit(count).toArray();
            default -> DoubleStream.generate(() -> 7).limit(count).toArray();
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6, 7, 8, 9})
    void everyIntervalIsFiniteAndMovesWithTheData(long seed) {
        double[] values = sample(seed, 3 + (int) seed * 5);
        double[] moved = Arrays.stream(values).map(value -> 4 * value + 2).toArray();
        List<Resampled> quantiles = QuantileResamples.of(values, PROBABILITIES, 1);
        List<Resampled> ofMoved = QuantileResamples.of(moved, PROBABILITIES, 1);
        for (int index = 0; index < PROBABILITIES.length; index++) {
            Interval interval = quantiles.get(index).estimate(LEVEL).orElseThrow().interval();
            Interval ofMove = ofMoved.get(index).estimate(LEVEL).orElseThrow().interval();
            assertThat(interval.low()).isFinite().isLessThanOrEqualTo(interval.high());
            assertThat(ofMove.low()).isCloseTo(4 * interval.low() + 2, within(1e-9));
            assertThat(ofMove.high()).isCloseTo(4 * interval.high() + 2, within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 5000})
    void theIndexLawGivesTheIntervalsOfDrawnResamples(int count) {
        double[] values = sample(1, count);
        RankedSample ranked = new RankedSample(values, PROBABILITIES);
        List<Resampled> byLaw = ranked.resampled(ranked.byIndexLaw(Resampled.RESAMPLES, 5), false);
        List<Resampled> drawn = QuantileResamples.of(values, PROBABILITIES, 6);
        for (int index = 0; index < 2; index++) {
            Interval law = byLaw.get(index).estimate(LEVEL).orElseThrow().interval();
            Interval plain = drawn.get(index).estimate(LEVEL).orElseThrow().interval();
            double width = plain.high() - plain.low();
            assertThat(law.low()).isCloseTo(plain.low(), within(0.1 * width));
            assertThat(law.high()).isCloseTo(plain.high(), within(0.1 * width));
            assertThat(byLaw.get(index).standardError())
                    .isCloseTo(drawn.get(index).standardError(), within(0.05 * drawn.get(index).standardError()));
        }
    }

    @Test
    void pairsAboveTheLimitAreAsCertainAsTheirCorrelationMakesThem() {
        int count = QuantileResamples.MAX_DRAWN + 1;
        double[] first = sample(1, count);
        SplittableRandom random = new SplittableRandom(3);
        double[] second = Arrays.stream(first).map(value -> value * (1 + 0.3 * random.nextGaussian())).toArray();
        double[] median = {0.5};

        List<List<Resampled>> byLaw = QuantileResamples.ofPairs(first, second, median, 1);
        List<List<Resampled>> drawn = QuantileResamples.ofPairs(first, second, median, 500, IndexDraws.seeded(2));

        assertThat(difference(byLaw).standardError()).isCloseTo(difference(drawn).standardError(),
                within(0.12 * difference(drawn).standardError()));
        assertThat(difference(byLaw).standardError()).isLessThan(0.8
                * Math.hypot(byLaw.get(0).getFirst().standardError(), byLaw.get(1).getFirst().standardError()));
    }

    private static Resampled difference(List<List<Resampled>> both) {
        return Resampled.ofPairs(both.get(0).getFirst(), both.get(1).getFirst(), (one, other) -> other - one);
    }

    @Test
    void meansAboveTheLimitAreAsCertainAsTheyShouldBe() {
        int count = QuantileResamples.MAX_DRAWN + 1;
        double[] right = sample(2, count);
        double[] joules = Arrays.stream(right).map(value -> 1 + value).toArray();
        double[] constant = new double[count];
        Resampled mean = MeanResamples.of(1, right, joules, constant).figure(means -> means[0]);
        double expected = Quantiles.standardDeviation(right) / Math.sqrt(count);
        assertThat(mean.standardError()).isCloseTo(expected, within(0.05 * expected));
        Resampled fixed = MeanResamples.of(1, right, joules, constant).figure(means -> means[2]);
        assertThat(fixed.estimate(LEVEL).orElseThrow().interval()).isEqualTo(new Interval(0, 0, LEVEL));
    }

    @Test
    void hasNoIntervalOfWhatIsNotFinite() {
        double[] values = {0, 0, 1};
        Resampled ratio = Resampled.ofIndependent(QuantileResamples.of(values, new double[]{0.5}, 1).getFirst(),
                QuantileResamples.of(values, new double[]{0.5}, 2).getFirst(), (one, other) -> other / one);
        assertThat(ratio.estimate(LEVEL)).isEmpty();
        assertThatThrownBy(() -> QuantileResamples.of(new double[0], PROBABILITIES, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void coversTheTrueMedianAboutAsOftenAsItSays() {
        int covered = 0;
        int trials = Draws.of(40, 400);
        for (int trial = 0; trial < trials; trial++) {
            double[] values = sample(1 + 4L * trial, 60);
            Interval interval = QuantileResamples.of(values, new double[]{0.5}, 499, IndexDraws.seeded(trial))
                    .getFirst().estimate(LEVEL).orElseThrow().interval();
            covered += interval.low() <= 1 && 1 <= interval.high() ? 1 : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(Draws.minHits(trials, 0.93));
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6, 7})
    void testsDoNotDependOnWhoComesFirst(long seed) {
        double[] first = sample(seed, 33);
        double[] second = sample(seed + 4, 28);
        assertThat(MannWhitney.test(first, second).pValue())
                .isCloseTo(MannWhitney.test(second, first).pValue(), within(1e-12));
        assertThat(KolmogorovSmirnov.test(first, second).pValue())
                .isCloseTo(KolmogorovSmirnov.test(second, first).pValue(), within(1e-12));
        assertThat(MannWhitney.cliffsDelta(first, second)).isEqualTo(-MannWhitney.cliffsDelta(second, first),
                within(1e-12));
        assertThat(shift(first, second).value())
                .isEqualTo(-shift(second, first).value(), within(1e-12));
    }

    @Test
    void hodgesLehmannFindsTheShiftOfALargeSample() {
        double[] first = sample(1, 100_000);
        double[] second = Arrays.stream(sample(5, 100_000)).map(value -> value + 0.25).toArray();
        Estimate shift = shift(first, second);
        assertThat(shift.value()).isBetween(shift.interval().low(), shift.interval().high());
        assertThat(shift.value()).isCloseTo(0.25, within(0.02));
        Estimate location = location(sample(4, 100_000));
        assertThat(location.value()).isCloseTo(0, within(0.02));
    }

    @Test
    void smallSamplesStateTheLevelThatTheyHave() {
        assertThat(location(new double[]{1, 2, 3}).interval())
                .isEqualTo(new Interval(1, 3, 0.75));
        assertThat(location(new double[]{2}).interval().level()).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.6, 0.9})
    void autocorrelationIsWorthWhatTheTheorySays(double share) {
        SplittableRandom random = new SplittableRandom(9);
        double[] series = new double[60_000];
        for (int index = 1; index < series.length; index++) {
            series[index] = share * series[index - 1] + random.nextGaussian();
        }
        double expected = series.length * (1 - share) / (1 + share);
        assertThat(Autocorrelation.effectiveSize(series)).isCloseTo(expected, within(0.15 * expected));
        assertThat(Autocorrelation.ofLagOne(series)).isCloseTo(share, within(0.02));
    }

    @Test
    void independentValuesAreWorthAlmostAllOfThemselves() {
        assertThat(Autocorrelation.effectiveSize(sample(4, 5000))).isGreaterThan(4000);
        assertThat(Autocorrelation.effectiveSize(sample(7, 50))).isEqualTo(50);
    }

    private static Estimate location(double[] values) {
        return HodgesLehmann.location(values, Dependence.none(values.length), LEVEL);
    }

    private static Estimate shift(double[] first, double[] second) {
        return HodgesLehmann.shift(first, second, Dependence.none(first.length), Dependence.none(second.length), LEVEL);
    }
}
