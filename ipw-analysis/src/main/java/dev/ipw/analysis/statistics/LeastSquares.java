package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The fit of an outcome by a constant and a weighted sum of predictors, with the smallest sum of squared residuals.
 * Predictors that do not vary, or are combinations of others, are omitted and named. Time and memory are proportional
 * to the rows.
 */
public final class LeastSquares {
    /** Residuals below this share of the outcome's variation are rounding. */
    private static final double ROUNDING = 1e-12;

    private final DoubleColumn centred;
    /** The minimum size of each coefficient; a smaller one is rounding of the outcome's sums. */
    private final double[] smallest;
    private final OrthogonalColumns columns;
    private final DoubleColumn residuals;
    private final double mean;
    private final double[][] toCoefficients;
    private final double total;
    private final double unexplained;

    private LeastSquares(DoubleColumn outcome, DoubleColumn[] predictors) {
        columns = new OrthogonalColumns(outcome.size(), predictors);
        DoubleColumn.Centred parts = outcome.centred();
        centred = parts.column();
        mean = parts.mean();
        double largest = outcome.largest();
        boolean varies = centred.largest() > ROUNDING * largest;
        smallest = new double[columns.size() + 1];
        Arrays.setAll(smallest, term -> ROUNDING * largest
                / (term == 0 ? 1 : predictors[columns.retained().get(term - 1)].largest()));
        total = varies ? centred.product(centred) : 0;
        residuals = columns.residuals(centred);
        toCoefficients = columns.toCoefficients();
        double squares = residuals.product(residuals);
        unexplained = squares <= ROUNDING * ROUNDING * total || !varies ? 0 : squares;
    }

    /**
     * Fits an outcome.
     *
     * @param outcome    at least one finite value
     * @param predictors finite values, each with the length of the outcome
     * @return the fit
     */
    public static LeastSquares of(double[] outcome, double[]... predictors) {
        return of(DoubleColumn.of(outcome),
                Arrays.stream(predictors).map(DoubleColumn::of).toArray(DoubleColumn[]::new));
    }

    /**
     * Fits an outcome.
     *
     * @param outcome    at least one row
     * @param predictors columns, each with the size of the outcome
     * @return the fit
     */
    public static LeastSquares of(DoubleColumn outcome, DoubleColumn... predictors) {
        if (outcome.size() == 0 || Arrays.stream(predictors).anyMatch(one -> one.size() != outcome.size())) {
            throw new IllegalArgumentException("A fit needs rows, and all columns of the same length");
        }
        return new LeastSquares(outcome, predictors);
    }

    /**
     * Returns the number of rows.
     *
     * @return at least 1
     */
    public int rows() {
        return centred.size();
    }

    /**
     * Lists the predictors that are in the fit, counted from 0.
     *
     * @return their numbers, ascending
     */
    public List<Integer> used() {
        return List.copyOf(columns.retained());
    }

    /**
     * Lists the omitted predictors.
     *
     * @return their numbers and why
     */
    public List<UnusedPredictor> unused() {
        return List.copyOf(columns.unused());
    }

    /**
     * Returns the number of rows minus the number of coefficients.
     *
     * @return rows - coefficients; at least 0
     */
    public int degreesOfFreedom() {
        return rows() - columns.size() - 1;
    }

    /**
     * Returns the mean of the outcome.
     *
     * @return in the outcome's unit
     */
    public double mean() {
        return mean;
    }

    /**
     * Returns the intercept, and then the slope of each predictor that is {@link #used()}.
     *
     * @return one more than the number of used predictors
     */
    public double[] coefficients() {
        double[] weights = new double[columns.size() + 1];
        if (total > 0) {
            System.arraycopy(columns.weights(centred), 0, weights, 1, columns.size());
        }
        return coefficients(weights);
    }

    /** Converts weights of the basis for the centred outcome, the constant column's first, into coefficients. */
    double[] coefficients(double[] weights) {
        double[] coefficients = times(toCoefficients, weights);
        coefficients[0] += mean;
        Arrays.setAll(coefficients, term -> Math.abs(coefficients[term]) < smallest[term] ? 0 : coefficients[term]);
        return coefficients;
    }

    /**
     * Returns the share of the outcome's variation that the fit explains.
     *
     * @return 1 - residual / total squares; empty if the outcome does not vary
     */
    public OptionalDouble explained() {
        return total > 0 ? OptionalDouble.of(1 - unexplained / total) : OptionalDouble.empty();
    }

    /**
     * Returns the explained share, reduced by the share that the same number of predictors explains by chance.
     *
     * @return 1 - residual / total variance; empty if the outcome does not vary or there are no more rows than
     *         coefficients
     */
    public OptionalDouble adjustedExplained() {
        return total > 0 && degreesOfFreedom() > 0
                ? OptionalDouble.of(1 - unexplained / degreesOfFreedom() / (total / (rows() - 1)))
                : OptionalDouble.empty();
    }

    /**
     * Returns the standard deviation of the residuals, with the degrees of freedom as divisor.
     *
     * @return the deviation in the outcome's unit; empty without degrees of freedom
     */
    public OptionalDouble residualDeviation() {
        return degreesOfFreedom() > 0
                ? OptionalDouble.of(Math.sqrt(unexplained / degreesOfFreedom()))
                : OptionalDouble.empty();
    }

    /**
     * Returns the classical standard errors of the coefficients, for residuals with the same variance everywhere.
     *
     * @return one for each coefficient; empty without degrees of freedom
     */
    public Optional<double[]> standardErrors() {
        return degreesOfFreedom() > 0
                ? Optional.of(errors(identity(), unexplained / degreesOfFreedom()))
                : Optional.empty();
    }

    /**
     * Returns standard errors that also hold if residuals vary more in some places than in others (HC3, MacKinnon and
     * White, 1985).
     *
     * @return one for each coefficient; empty without degrees of freedom, or if one row alone decides a coefficient
     */
    public Optional<double[]> consistentErrors() {
        double[][] squares = new double[columns.size() + 1][columns.size() + 1];
        for (int row = 0; row < rows(); row++) {
            double free = 1 - columns.leverage(row);
            if (free <= ROUNDING) {
                return Optional.empty();
            }
            double residual = residual(row) / free;
            addRow(squares, row, residual * residual);
        }
        return degreesOfFreedom() > 0 ? Optional.of(errors(squares, 1)) : Optional.empty();
    }

    /**
     * Estimates the coefficients by Student's t.
     *
     * @param errors their standard errors
     * @param level  the confidence, above 0 and below 1
     * @return each with its interval
     */
    public List<Estimate> estimates(double[] errors, double level) {
        return estimates(coefficients(), errors, level);
    }

    List<Estimate> estimates(double[] coefficients, double[] errors, double level) {
        double t = new TDistribution(null, degreesOfFreedom()).inverseCumulativeProbability((1 + level) / 2);
        Estimate[] estimates = new Estimate[coefficients.length];
        Arrays.setAll(estimates, term -> new Estimate(coefficients[term], new Interval(
                coefficients[term] - t * errors[term], coefficients[term] + t * errors[term], level)));
        return List.of(estimates);
    }

    /**
     * Checks the assumptions of the intervals.
     *
     * @return the checks; empty if the fit is exact or has no degrees of freedom
     */
    public Optional<ResidualChecks> residualChecks() {
        return isExact() || degreesOfFreedom() == 0
                ? Optional.empty()
                : Optional.of(new ResidualCheck(this, columns, residuals).checks());
    }

    /**
     * Fits again with a low weight for outliers.
     *
     * @return the fit of Huber; empty if more than half of the rows lie on the fit, it does not converge, or there are
     *         no degrees of freedom
     */
    public Optional<HuberFit> huber() {
        return isExact() || degreesOfFreedom() == 0 ? Optional.empty() : HuberFit.of(this, columns, centred, residuals);
    }

    /**
     * Returns whether the fit goes through every row.
     *
     * @return true if the residuals are but rounding
     */
    public boolean isExact() {
        return unexplained == 0;
    }

    double unexplained() {
        return unexplained;
    }

    private double residual(int row) {
        return isExact() ? 0 : residuals.at(row);
    }

    /** Adds the outer product of a row of the basis, the constant column first. */
    void addRow(double[][] squares, int row, double weight) {
        int size = columns.size();
        double constant = 1 / Math.sqrt(rows());
        IntToDoubleFunction at = column -> column == 0 ? constant : columns.at(row, column - 1);
        for (int one = 0; one <= size; one++) {
            for (int other = 0; other <= size; other++) {
                squares[one][other] += weight * at.applyAsDouble(one) * at.applyAsDouble(other);
            }
        }
    }

    /** Returns the standard errors of the coefficients for a covariance of the weights of the basis. */
    double[] errors(double[][] covariance, double factor) {
        double[] errors = new double[covariance.length];
        Arrays.setAll(errors, term -> Math.sqrt(factor
                * OrthogonalColumns.product(times(covariance, toCoefficients[term]), toCoefficients[term])));
        return errors;
    }

    double[][] identity() {
        double[][] identity = new double[columns.size() + 1][columns.size() + 1];
        for (int term = 0; term < identity.length; term++) {
            identity[term][term] = 1;
        }
        return identity;
    }

    private static double[] times(double[][] matrix, double[] vector) {
        return Arrays.stream(matrix).mapToDouble(row -> OrthogonalColumns.product(row, vector)).toArray();
    }
}
