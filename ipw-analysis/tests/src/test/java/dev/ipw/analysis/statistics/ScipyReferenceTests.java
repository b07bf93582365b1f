package dev.ipw.analysis.statistics;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.Proportion;
import dev.ipw.statistics.internal.series.Autocorrelation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Hold every statistic against what SciPy made of the same numbers; scipy_reference.py writes the file. */
class ScipyReferenceTests {
    private static final double LEVEL = 0.95;
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    private static final List<String> QUANTILES = List.of("median", "p90", "p99");
    private static final TreeReader REFERENCE = reference();

    private static TreeReader reference() {
        try (InputStream file = ScipyReferenceTests.class.getResourceAsStream("scipy_reference.json")) {
            return TreeReader.ofJson("scipy_reference.json",
                    new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    static Stream<DataSet> dataSets() {
        return REFERENCE.children("cases").stream().map(DataSet::new);
    }

    static Stream<DataSet> resampled() {
        return dataSets().filter(one -> one.tree.optionalChild("single").isPresent());
    }

    static Stream<DataSet> pairs() {
        return dataSets().filter(one -> one.tree.optionalChild("wilcoxon").isPresent());
    }

    @Test
    void hasDataSetsOfEveryKind() {
        assertThat(resampled()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(pairs()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(dataSets().map(DataSet::toString)).contains("constant", "thirteen tied", "pareto", "large");
    }

    @ParameterizedTest
    @MethodSource("resampled")
    void agreesOnIntervalsOfQuantiles(DataSet data) {
        List<Resampled> quantiles = QuantileResamples.of(data.first, PROBABILITIES, resamples(), draws(1));

        for (int index = 0; index < QUANTILES.size(); index++) {
            assertAgree(quantiles.get(index), data.tree.child("single").child(QUANTILES.get(index)));
        }
    }

    @ParameterizedTest
    @MethodSource("resampled")
    void agreesOnIntervalsOfMeans(DataSet data) {
        assertAgree(MeanResamples.of(resamples(), draws(1), data.first).figure(means -> means[0]),
                data.tree.child("single").child("mean"));
    }

    @ParameterizedTest
    @MethodSource("resampled")
    void agreesOnDifferencesOfIndependentSamples(DataSet data) {
        TreeReader expected = data.tree.child("difference");
        List<Resampled> first = QuantileResamples.of(data.first, PROBABILITIES, resamples(), draws(1));
        List<Resampled> second = QuantileResamples.of(data.second, PROBABILITIES, resamples(), draws(2));
        for (int index = 0; index < QUANTILES.size(); index++) {
            assertAgree(Resampled.ofIndependent(first.get(index), second.get(index), (one, other) -> other - one),
                    expected.child(QUANTILES.get(index)));
        }
        assertAgree(
                Resampled.ofIndependent(
                        MeanResamples.of(resamples(), draws(1), data.first).figure(means -> means[0]),
                        MeanResamples.of(resamples(), draws(2), data.second).figure(means -> means[0]),
                        (one, other) -> other - one),
                expected.child("mean"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agreesOnDifferencesOfPairs(DataSet data) {
        TreeReader expected = data.tree.child("paired");
        List<List<Resampled>> both = QuantileResamples.ofPairs(data.first, data.second, PROBABILITIES, resamples(),
                draws(1));
        for (int index = 0; index < QUANTILES.size(); index++) {
            assertAgree(Resampled.ofPairs(both.get(0).get(index), both.get(1).get(index), (one, other) -> other - one),
                    expected.child(QUANTILES.get(index)));
        }
        MeanResamples means = MeanResamples.of(resamples(), draws(1), data.first, data.second);
        assertAgree(Resampled.ofPairs(means.figure(all -> all[0]), means.figure(all -> all[1]),
                (one, other) -> other - one), expected.child("mean"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agreesOnRatiosOfSums(DataSet data) {
        assertAgree(
                MeanResamples.of(resamples(), draws(1), data.first, data.second).figure(means -> means[0] / means[1]),
                data.tree.child("ratio"));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnHodgesLehmann(DataSet data) {
        assertAgree(HodgesLehmann.location(data.first, Dependence.none(data.first.length), LEVEL),
                data.tree.child("location"));
        assertAgree(HodgesLehmann.shift(data.first, data.second, Dependence.none(data.first.length),
                Dependence.none(data.second.length), LEVEL), data.tree.child("shift"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agreesOnWilcoxon(DataSet data) {
        assertAgree(WilcoxonSignedRank.test(data.differences(), Dependence.none(data.first.length)),
                data.tree.child("wilcoxon"));
        assertClose(WilcoxonSignedRank.rankBiserial(data.differences()), data.tree.real("rank_biserial"));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnMannWhitney(DataSet data) {
        assertAgree(MannWhitney.test(data.first, data.second), data.tree.child("mann_whitney"));
        assertClose(MannWhitney.cliffsDelta(data.first, data.second), data.tree.real("cliffs_delta"));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnKolmogorovSmirnov(DataSet data) {
        assertAgree(KolmogorovSmirnov.test(data.first, data.second), data.tree.child("kolmogorov_smirnov"));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnEffectiveSizes(DataSet data) {
        assertClose(Autocorrelation.effectiveSize(data.first), data.tree.real("effective_size"));
    }

    @Test
    void agreesOnKolmogorovsLimit() {
        for (TreeReader expected : REFERENCE.children("kolmogorov")) {
            assertThat(KolmogorovSmirnov.limit(expected.real("t"))).isCloseTo(expected.real("p"), within(1e-12));
        }
    }

    @Test
    void agreesOnProportions() {
        for (TreeReader one : REFERENCE.children("proportions")) {
            int both = (int) one.whole("both");
            int first = (int) one.whole("first");
            int second = (int) one.whole("second");
            int neither = (int) one.whole("neither");
            long trials = (long) both + first + second + neither;
            Proportion left = new Proportion(both + first, trials);
            Proportion right = new Proportion(both + second, trials);
            assertBounds(ProportionDifference.ofPairs(both, first, second, neither, Dependence.none(0), LEVEL),
                    reals(one, "paired"));
            assertBounds(
                    ProportionDifference.ofIndependent(left, right, Dependence.none(Math.toIntExact(left.trials())),
                            Dependence.none(Math.toIntExact(right.trials())), LEVEL),
                    reals(one, "independent"));
            assertClose(McNemar.test(first, second, Dependence.none(0)).pValue(), one.real("mcnemar"));
            assertClose(ProportionDifference.test(left, right).pValue(), one.real("fisher"));
        }
    }

    private static void assertBounds(Estimate estimate, double[] bounds) {
        assertClose(estimate.interval().low(), bounds[0]);
        assertClose(estimate.interval().high(), bounds[1]);
    }

    @Test
    void agreesOnHolm() {
        for (TreeReader one : REFERENCE.children("holm")) {
            assertThat(Holm.adjusted(reals(one, "p"))).containsExactly(reals(one, "adjusted"), within(1e-15));
        }
    }

    private static double[] reals(TreeReader tree, String key) {
        List<?> numbers = Objects.requireNonNull((List<?>) tree.asMap().get(key));
        return numbers.stream().mapToDouble(number -> ((Number) number).doubleValue()).toArray();
    }

    private static int resamples() {
        return (int) REFERENCE.whole("resamples");
    }

    /** Draw as the script does. */
    private static IndexDraws draws(long seed) {
        long[] state = {seed};
        return indices -> Arrays.setAll(indices, draw -> {
            state[0] = state[0] * 6364136223846793005L + 1442695040888963407L;
            return (int) ((state[0] >>> 33) % indices.length);
        });
    }

    private static void assertAgree(Resampled ours, TreeReader expected) {
        Estimate estimate = ours.estimate(LEVEL).orElseThrow();
        assertClose(estimate.value(), expected.real("value"));
        OptionalDouble low = expected.optionalReal("low");
        if (low.isPresent()) {
            assertClose(estimate.interval().low(), low.getAsDouble());
            assertClose(estimate.interval().high(), expected.real("high"));
        } else {
            assertThat(estimate.interval().low()).isFinite().isLessThanOrEqualTo(estimate.interval().high());
        }
    }

    private static void assertAgree(Estimate ours, TreeReader expected) {
        assertClose(ours.value(), expected.real("value"));
        assertClose(ours.interval().low(), expected.real("low"));
        assertClose(ours.interval().high(), expected.real("high"));
    }

    private static void assertAgree(TestResult ours, TreeReader expected) {
        assertClose(ours.statistic(), expected.real("statistic"));
        assertThat(ours.pValue()).as(ours.method()).isCloseTo(expected.real("p"),
                within(1e-12 + 1e-9 * expected.real("p")));
    }

    private static void assertClose(double ours, double expected) {
        assertThat(ours).isCloseTo(expected, within(1e-15 + 1e-10 * Math.abs(expected)));
    }

    static final class DataSet {
        private final TreeReader tree;
        private final double[] first;
        private final double[] second;

        DataSet(TreeReader tree) {
            this.tree = tree;
            first = reals(tree, "first");
            second = reals(tree, "second");
        }

        double[] differences() {
            double[] differences = new double[first.length];
            Arrays.setAll(differences, index -> second[index] - first[index]);
            return differences;
        }

        @Override
        public String toString() {
            return tree.text("name");
        }
    }
}
