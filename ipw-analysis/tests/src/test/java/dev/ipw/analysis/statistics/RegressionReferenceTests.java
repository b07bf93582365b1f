package dev.ipw.analysis.statistics;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Hold fits against what SciPy and statsmodels made of the same numbers; regression_reference.py writes the file. */
class RegressionReferenceTests {
    private static final double LEVEL = 0.95;
    private static final double LEAST_SQUARES = 1e-10;
    private static final double ITERATED = 1e-8;

    static Stream<DataSet> dataSets() throws IOException {
        try (InputStream file = RegressionReferenceTests.class.getResourceAsStream("regression_reference.json")) {
            return TreeReader.ofJson("regression_reference.json",
                    new String(file.readAllBytes(), StandardCharsets.UTF_8)).children("cases").stream()
                    .map(DataSet::new);
        }
    }

    @Test
    void hasDataSetsOfEveryKind() throws IOException {
        assertThat(dataSets()).hasSizeGreaterThanOrEqualTo(20).extracting(DataSet::toString).contains("four rows",
                "skewed noise", "ties", "nearly collinear", "huge offset", "three outliers");
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnALine(DataSet data) {
        TreeReader line = data.tree.child("line");
        LeastSquares fit = LeastSquares.of(data.outcome, data.first);

        assertClose(fit.coefficients()[0], line.real("intercept"), LEAST_SQUARES);
        assertClose(fit.coefficients()[1], line.real("slope"), LEAST_SQUARES);
        assertThat(fit.explained().orElseThrow()).isCloseTo(line.real("r2"), within(1e-12));
        assertClose(fit.standardErrors().orElseThrow()[1], line.real("slope_error"), LEAST_SQUARES);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnAPlaneAndItsIntervals(DataSet data) {
        TreeReader plane = data.tree.child("plane");
        LeastSquares fit = data.fit();

        double[] errors = fit.standardErrors().orElseThrow();
        assertAllClose(errors, reals(plane, "errors"), LEAST_SQUARES);
        double[] slopes = reals(plane, "slopes");
        assertClose(fit.coefficients()[0], plane.real("intercept"), LEAST_SQUARES);
        assertClose(fit.coefficients()[1], slopes[0], LEAST_SQUARES);
        assertClose(fit.coefficients()[2], slopes[1], LEAST_SQUARES);
        assertClose(fit.residualDeviation().orElseThrow(), plane.real("deviation"), LEAST_SQUARES);
        assertThat(fit.explained().orElseThrow()).isCloseTo(plane.real("r2"), within(1e-12));
        assertThat(fit.adjustedExplained().orElseThrow()).isCloseTo(plane.real("adjusted"), within(1e-12));
        Interval first = fit.estimates(errors, LEVEL).get(1).interval();
        assertClose((first.high() - first.low()) / 2, plane.real("t") * errors[1], 1e-8);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnErrorsThatHoldWhereResidualsGrow(DataSet data) {
        TreeReader plane = data.tree.child("plane");

        assertThat(data.fit().consistentErrors().isPresent()).isEqualTo(plane.asMap().containsKey("hc3"));
        data.fit().consistentErrors().ifPresent(
                errors -> assertAllClose(errors, reals(plane, "hc3"), LEAST_SQUARES));
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnTheResiduals(DataSet data) {
        TreeReader plane = data.tree.child("plane");
        ResidualChecks checks = data.fit().residualChecks().orElseThrow();

        assertClose(checks.normality().statistic(), plane.real("jarque_bera"), ITERATED);
        assertClose(checks.normality().pValue(), plane.real("jarque_bera_p"), ITERATED);
        assertClose(checks.skewness(), plane.real("skewness"), ITERATED);
        assertClose(checks.excessKurtosis(), plane.real("excess_kurtosis"), ITERATED);
        TestResult variance = checks.heteroscedasticity().orElseThrow();
        assertClose(variance.statistic(), plane.real("breusch_pagan"), ITERATED);
        assertClose(variance.pValue(), plane.real("breusch_pagan_p"), ITERATED);
        assertClose(checks.durbinWatson(), plane.real("durbin_watson"), ITERATED);
        assertClose(checks.largestLeverage(), plane.real("leverage"), LEAST_SQUARES);
        assertThat(checks.largestCooksDistance().isPresent()).isEqualTo(plane.asMap().containsKey("cooks"));
        if (plane.asMap().containsKey("cooks")) {
            assertClose(checks.largestCooksDistance().orElseThrow(), plane.real("cooks"), ITERATED);
            assertThat(checks.cooksRow()).isEqualTo((int) plane.whole("cooks_row"));
        }
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesOnTheRobustFit(DataSet data) {
        TreeReader expected = data.tree.child("plane").child("huber");
        HuberFit huber = data.fit().huber().orElseThrow();

        double[] slopes = reals(expected, "slopes");
        assertClose(huber.coefficients().get(0), expected.real("intercept"), ITERATED);
        assertClose(huber.coefficients().get(1), slopes[0], ITERATED);
        assertClose(huber.coefficients().get(2), slopes[1], ITERATED);
        assertClose(huber.scale(), expected.real("scale"), ITERATED);
        assertAllClose(huber.standardErrors().stream().mapToDouble(Double::doubleValue).toArray(),
                reals(expected, "errors"), ITERATED);
    }

    @ParameterizedTest
    @MethodSource("dataSets")
    void agreesWithCommonsMathWherePredictorsAreNotFarFromZero(DataSet data) {
        if (data.toString().startsWith("huge") || data.toString().startsWith("tiny")) {
            return;
        }
        double[][] rows = new double[data.outcome.length][];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = new double[]{data.first[row], data.second[row]};
        }
        OLSMultipleLinearRegression theirs = new OLSMultipleLinearRegression();
        theirs.newSampleData(data.outcome, rows);

        assertAllClose(data.fit().coefficients(), theirs.estimateRegressionParameters(), ITERATED);
        assertAllClose(data.fit().standardErrors().orElseThrow(), theirs.estimateRegressionParametersStandardErrors(),
                ITERATED);
    }

    private static double[] reals(TreeReader tree, String key) {
        return ((List<?>) Objects.requireNonNull(tree.asMap().get(key))).stream()
                .mapToDouble(one -> ((Number) one).doubleValue()).toArray();
    }

    private static void assertAllClose(double[] ours, double[] expected, double tolerance) {
        assertThat(ours).hasSameSizeAs(expected);
        for (int index = 0; index < ours.length; index++) {
            assertClose(ours[index], expected[index], tolerance);
        }
    }

    private static void assertClose(double ours, double expected, double tolerance) {
        assertThat(ours).isCloseTo(expected, within(1e-300 + tolerance * Math.abs(expected)));
    }

    static final class DataSet {
        private final TreeReader tree;
        private final double[] first;
        private final double[] second;
        private final double[] outcome;

        DataSet(TreeReader tree) {
            this.tree = tree;
            first = reals(tree, "first");
            second = reals(tree, "second");
            outcome = reals(tree, "outcome");
        }

        LeastSquares fit() {
            LeastSquares fit = LeastSquares.of(outcome, first, second);
            assertThat(fit.used()).isEqualTo(List.of(0, 1));
            return fit;
        }

        @Override
        public String toString() {
            return tree.text("name");
        }
    }
}
