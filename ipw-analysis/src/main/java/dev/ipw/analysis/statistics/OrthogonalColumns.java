package dev.ipw.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The orthonormal basis of predictors, built by centring them and subtracting from each the part that the ones before
 * explain (modified Gram-Schmidt, done twice to remove rounding). Predictors that do not vary, or are combinations of
 * those before, are omitted. In this basis all sums of products are well-conditioned, however far the predictors lie
 * from zero.
 */
final class OrthogonalColumns {
    /** The share that remains of a predictor whose variation others explain except for rounding. */
    private static final double EXPLAINED = 1e-10;

    private final int rows;
    private final List<Integer> retained = new ArrayList<>();
    private final List<double[]> basis = new ArrayList<>();
    private final List<Double> means = new ArrayList<>();
    private final List<double[]> triangle = new ArrayList<>();
    private final List<UnusedPredictor> unused = new ArrayList<>();

    OrthogonalColumns(int rows, double[][] predictors) {
        this.rows = rows;
        for (int predictor = 0; predictor < predictors.length; predictor++) {
            add(predictor, predictors[predictor]);
        }
    }

    private void add(int number, double[] predictor) {
        if (isConstant(predictor)) {
            unused.add(new UnusedPredictor(number, UnusedPredictor.Reason.CONSTANT));
            return;
        }
        double[] column = predictor.clone();
        double mean = centre(column);
        double variation = Math.sqrt(product(column, column));
        double[] weights = new double[basis.size() + 1];
        for (int pass = 0; pass < 2; pass++) {
            for (int before = 0; before < basis.size(); before++) {
                double weight = product(basis.get(before), column);
                weights[before] += weight;
                subtract(column, weight, basis.get(before));
            }
        }
        double left = Math.sqrt(product(column, column));
        if (left <= EXPLAINED * variation) {
            unused.add(new UnusedPredictor(number, UnusedPredictor.Reason.COLLINEAR));
            return;
        }
        weights[basis.size()] = left;
        for (int row = 0; row < rows; row++) {
            column[row] /= left;
        }
        retained.add(number);
        means.add(mean);
        triangle.add(weights);
        basis.add(column);
    }

    static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }

    /** Subtracts the mean, and the remainder from rounding. */
    static double centre(double[] values) {
        double mean = 0;
        for (int pass = 0; pass < 2; pass++) {
            double off = Arrays.stream(values).sum() / values.length;
            for (int row = 0; row < values.length; row++) {
                values[row] -= off;
            }
            mean += off;
        }
        return mean;
    }

    static double product(double[] one, double[] other) {
        double sum = 0;
        for (int row = 0; row < one.length; row++) {
            sum += one[row] * other[row];
        }
        return sum;
    }

    private static void subtract(double[] from, double weight, double[] column) {
        for (int row = 0; row < from.length; row++) {
            from[row] -= weight * column[row];
        }
    }

    int rows() {
        return rows;
    }

    int size() {
        return basis.size();
    }

    List<Integer> retained() {
        return retained;
    }

    List<UnusedPredictor> unused() {
        return unused;
    }

    double at(int row, int column) {
        return basis.get(column)[row];
    }

    /** Returns the weights of the basis that best fit centred values. */
    double[] weights(double[] centred) {
        return basis.stream().mapToDouble(column -> product(column, centred)).toArray();
    }

    /** Returns the residuals of centred values after the fit by the basis. */
    double[] residuals(double[] centred) {
        double[] left = centred.clone();
        for (int pass = 0; pass < 2; pass++) {
            for (double[] column : basis) {
                subtract(left, product(column, left), column);
            }
        }
        return left;
    }

    /** Returns the leverage of one row: the diagonal of the hat matrix, from 1 / rows to 1. */
    double leverage(int row) {
        double sum = 1.0 / rows;
        for (double[] column : basis) {
            sum += column[row] * column[row];
        }
        return Math.min(1, sum);
    }

    /**
     * Returns the matrix that converts weights of the basis, a constant column of length 1 first, into the intercept
     * and the slopes of the predictors.
     */
    double[][] toCoefficients() {
        int size = basis.size();
        double[][] matrix = new double[size + 1][size + 1];
        for (int weight = 0; weight < size; weight++) {
            double[] slopes = new double[size];
            slopes[weight] = 1 / triangle.get(weight)[weight];
            for (int slope = weight - 1; slope >= 0; slope--) {
                double sum = 0;
                for (int later = slope + 1; later <= weight; later++) {
                    sum += triangle.get(later)[slope] * slopes[later];
                }
                slopes[slope] = -sum / triangle.get(slope)[slope];
            }
            for (int slope = 0; slope < size; slope++) {
                matrix[slope + 1][weight + 1] = slopes[slope];
                matrix[0][weight + 1] -= means.get(slope) * slopes[slope];
            }
        }
        matrix[0][0] = 1 / Math.sqrt(rows);
        return matrix;
    }
}
