package dev.ipw.analysis.statistics;

import java.util.Optional;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.BlockRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The fit of the probability of an outcome by the logistic function of a weighted sum of predictors, by maximum
 * likelihood in Newton's steps. An outcome may lie between 0 and 1, as a tie does. A predictor that is 0 in all rows
 * has the coefficient 0.
 */
public final class LogisticFit {
    private static final int MAX_STEPS = 100;
    private static final int MAX_HALVINGS = 40;
    private static final double SMALL_STEP = 1e-10;
    private static final double ROUNDING = 1e-12;
    /**
     * A sum of predictors above this makes a probability 1 to the last digit: the outcomes then determine no finite
     * coefficient.
     */
    private static final double LARGEST = 36;
    /** A combination of predictors below this share of the information is undetermined. */
    private static final double UNDETERMINED = 1e-10;

    private final double[][] rows;
    private final double[] outcomes;
    private final double[] weights;
    private final int columns;

    private LogisticFit(double[][] rows, double[] outcomes, double[] weights) {
        this.rows = rows;
        this.outcomes = outcomes;
        this.weights = weights;
        columns = rows[0].length;
    }

    /**
     * Fits.
     *
     * @param rows     the predictors of each observation, each of about the size of 1; include a constant if one is
     *                 needed
     * @param outcomes from 0 to 1
     * @param weights  the weight of each observation, 0 or more
     * @return a coefficient for each predictor; empty if the outcomes do not determine them: predictors are
     *         combinations of others, or separate the outcomes
     * @throws IllegalArgumentException if there are no rows, or the numbers of outcomes and weights differ from theirs
     */
    public static Optional<double[]> coefficients(double[][] rows, double[] outcomes, double[] weights) {
        if (rows.length == 0 || outcomes.length != rows.length || weights.length != rows.length) {
            throw new IllegalArgumentException("A fit needs rows, an outcome and a weight for each, not " + rows.length
                    + ", " + outcomes.length + " and " + weights.length);
        }
        return new LogisticFit(rows, outcomes, weights).fit();
    }

    private Optional<double[]> fit() {
        double[] beta = new double[columns];
        double likelihood = logLikelihood(beta);
        for (int step = 0; step < MAX_STEPS; step++) {
            Optional<double[]> direction = direction(beta);
            if (direction.isEmpty()) {
                return Optional.empty();
            }
            // At the maximum the likelihood differs by rounding alone, which must not stop the last steps.
            double least = likelihood - ROUNDING * Math.abs(likelihood);
            double length = 1;
            double[] next = moved(beta, direction.get(), length);
            double after = logLikelihood(next);
            for (int halving = 0; halving < MAX_HALVINGS && !(after >= least); halving++) {
                length /= 2;
                next = moved(beta, direction.get(), length);
                after = logLikelihood(next);
            }
            double largest = 0;
            for (double one : direction.get()) {
                largest = Math.max(largest, Math.abs(one));
            }
            if (largest < SMALL_STEP || !(after >= least)) {
                return isFinite(beta) ? Optional.of(beta) : Optional.empty();
            }
            beta = next;
            likelihood = after;
            if (!isFinite(beta)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean isFinite(double[] beta) {
        for (int row = 0; row < rows.length; row++) {
            if (weights[row] > 0 && !(Math.abs(sum(rows[row], beta)) < LARGEST)) {
                return false;
            }
        }
        return true;
    }

    private static double[] moved(double[] beta, double[] direction, double length) {
        double[] next = beta.clone();
        for (int column = 0; column < next.length; column++) {
            next[column] += length * direction[column];
        }
        return next;
    }

    private static double sum(double[] row, double[] beta) {
        double sum = 0;
        for (int column = 0; column < row.length; column++) {
            sum += row[column] * beta[column];
        }
        return sum;
    }

    private double logLikelihood(double[] beta) {
        double all = 0;
        for (int row = 0; row < rows.length; row++) {
            double sum = sum(rows[row], beta);
            // The logarithm of 1 + exp(sum), without overflow.
            all += weights[row]
                    * (outcomes[row] * sum - Math.max(sum, 0) - Math.log1p(Math.exp(-Math.abs(sum))));
        }
        return all;
    }

    private Optional<double[]> direction(double[] beta) {
        double[] gradient = new double[columns];
        double[][] information = new double[columns][columns];
        for (int row = 0; row < rows.length; row++) {
            double probability = 1 / (1 + Math.exp(-sum(rows[row], beta)));
            double error = weights[row] * (outcomes[row] - probability);
            double variance = weights[row] * probability * (1 - probability);
            for (int one = 0; one < columns; one++) {
                gradient[one] += error * rows[row][one];
                for (int other = 0; other <= one; other++) {
                    information[one][other] += variance * rows[row][one] * rows[row][other];
                }
            }
        }
        double trace = 0;
        for (int one = 0; one < columns; one++) {
            trace += information[one][one];
        }
        for (int one = 0; one < columns; one++) {
            for (int other = 0; other < one; other++) {
                information[other][one] = information[one][other];
            }
            information[one][one] = information[one][one] == 0 ? Math.max(trace, 1) : information[one][one];
        }
        return solved(new BlockRealMatrix(information), gradient, UNDETERMINED * Math.max(trace, Double.MIN_NORMAL));
    }

    private static Optional<double[]> solved(RealMatrix information, double[] gradient, double least) {
        try {
            return Optional.of(new CholeskyDecomposition(information, UNDETERMINED, least).getSolver()
                    .solve(new ArrayRealVector(gradient, false)).toArray());
        } catch (NonPositiveDefiniteMatrixException undetermined) {
            return Optional.empty();
        }
    }
}
