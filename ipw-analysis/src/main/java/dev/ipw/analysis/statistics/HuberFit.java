package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.util.KthSelector;
import org.apache.commons.math3.util.MedianOf3PivotingStrategy;

/**
 * The fit of Huber (1964): rows whose residual is more than {@value #TUNING} times the scale count as if it were
 * exactly that. The scale is the median size of the residuals over 0.6745, computed again in each step until weighted
 * least squares converge. The standard errors are those of Huber (1981, 6.5).
 *
 * @param coefficients   intercept and slopes
 * @param standardErrors one for each
 * @param scale          the scale of the residuals, in the outcome's unit
 * @param weighedDown    the number of rows with a weight below 1
 * @param fit            the fit by least squares from which it started
 */
public record HuberFit(List<Double> coefficients, List<Double> standardErrors, double scale, int weighedDown,
        LeastSquares fit) {
    /** The name of this fit. */
    public static final String METHOD = "Huber M-estimate, 1.345, scale by median absolute residual";
    private static final double TUNING = 1.345;
    private static final double NORMAL_MEDIAN = 0.6744897501960817;
    private static final double ON_THE_FIT = 1e-9;
    private static final double SETTLED = 1e-12;
    private static final double ROUNDING = 1e-14;
    private static final int MAX_STEPS = 200;

    /** Copies the lists. */
    public HuberFit {
        coefficients = List.copyOf(coefficients);
        standardErrors = List.copyOf(standardErrors);
    }

    /**
     * Estimates the coefficients.
     *
     * @param level the confidence, above 0 and below 1
     * @return each with its interval by Student's t
     */
    public List<Estimate> estimates(double level) {
        return fit.estimates(coefficients.stream().mapToDouble(Double::doubleValue).toArray(),
                standardErrors.stream().mapToDouble(Double::doubleValue).toArray(), level);
    }

    static Optional<HuberFit> of(LeastSquares fit, OrthogonalColumns columns, DoubleColumn centred,
            DoubleColumn residuals) {
        DoubleColumn left = residuals;
        double spread = Math.sqrt(fit.unexplained() / fit.rows());
        double rounding = ROUNDING * centred.largest();
        for (int step = 0; step < MAX_STEPS; step++) {
            double scale = scale(left);
            // More than half of the rows lie on the fit except for rounding: every other row would count as an outlier.
            if (scale <= ON_THE_FIT * spread + rounding) {
                return Optional.empty();
            }
            Optional<double[]> next = weighted(fit, columns, centred, left, scale);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            double[] weights = next.get();
            DoubleColumn before = left;
            left = centred.derived(row -> centred.at(row) - fitted(columns, weights, row));
            double moved = 0;
            for (int row = 0; row < left.size(); row++) {
                moved = Math.max(moved, Math.abs(left.at(row) - before.at(row)));
            }
            if (moved <= SETTLED * spread + rounding) {
                return Optional.of(settled(fit, columns, weights, left));
            }
        }
        return Optional.empty();
    }

    private static double fitted(OrthogonalColumns columns, double[] weights, int row) {
        double sum = weights[0] / Math.sqrt(columns.rows());
        for (int column = 0; column < columns.size(); column++) {
            sum += weights[column + 1] * columns.at(row, column);
        }
        return sum;
    }

    private static Optional<double[]> weighted(LeastSquares fit, OrthogonalColumns columns, DoubleColumn centred,
            DoubleColumn left, double scale) {
        int size = columns.size() + 1;
        double[][] squares = new double[size][size];
        double[] right = new double[size];
        for (int row = 0; row < left.size(); row++) {
            double far = Math.abs(left.at(row)) / scale;
            double weight = far <= TUNING ? 1 : TUNING / far;
            fit.addRow(squares, row, weight);
            right[0] += weight * centred.at(row) / Math.sqrt(columns.rows());
            for (int column = 1; column < size; column++) {
                right[column] += weight * centred.at(row) * columns.at(row, column - 1);
            }
        }
        RealMatrix matrix = new Array2DRowRealMatrix(squares, false);
        try {
            return Optional
                    .of(new LUDecomposition(matrix).getSolver().solve(new ArrayRealVector(right, false)).toArray());
        } catch (SingularMatrixException undecided) {
            return Optional.empty();
        }
    }

    private static HuberFit settled(LeastSquares fit, OrthogonalColumns columns, double[] weights, DoubleColumn left) {
        double scale = scale(left);
        double rows = left.size();
        double squares = 0;
        int within = 0;
        for (int row = 0; row < left.size(); row++) {
            double far = Math.abs(left.at(row)) / scale;
            within += far <= TUNING ? 1 : 0;
            squares += Math.min(far, TUNING) * Math.min(far, TUNING);
        }
        double share = within / rows;
        double correction = 1 + (columns.size() + 1) / rows * (1 - share) / share;
        double variance = correction * correction * squares / fit.degreesOfFreedom() * scale * scale / (share * share);
        return new HuberFit(boxed(fit.coefficients(weights)), boxed(fit.errors(fit.identity(), variance)), scale,
                left.size() - within, fit);
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** Computes the scale from the median of the residuals' sizes. */
    private static double scale(DoubleColumn residuals) {
        double[] sizes = new double[residuals.size()];
        Arrays.setAll(sizes, row -> Math.abs(residuals.at(row)));
        KthSelector selector = new KthSelector(new MedianOf3PivotingStrategy());
        int middle = sizes.length / 2;
        double upper = selector.select(sizes, null, middle);
        double lower = sizes.length % 2 == 1 ? upper : selector.select(sizes, null, middle - 1);
        return (lower + upper) / 2 / NORMAL_MEDIAN;
    }
}
