package dev.ipw.analysis.statistics;

import java.util.ArrayList;
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
    private final List<DoubleColumn> basis = new ArrayList<>();
    private final List<Double> means = new ArrayList<>();
    private final List<double[]> triangle = new ArrayList<>();
    private final List<UnusedPredictor> unused = new ArrayList<>();

    OrthogonalColumns(int rows, DoubleColumn[] predictors) {
        this.rows = rows;
        for (int predictor = 0; predictor < predictors.length; predictor++) {
            add(predictor, predictors[predictor]);
        }
    }

    private void add(int number, DoubleColumn predictor) {
        if (isConstant(predictor)) {
            unused.add(new UnusedPredictor(number, UnusedPredictor.Reason.CONSTANT));
            return;
        }
        DoubleColumn.Centred parts = predictor.centred();
        DoubleColumn column = parts.column();
        double variation = Math.sqrt(column.product(column));
        double[] weights = new double[basis.size() + 1];
        for (int pass = 0; pass < 2; pass++) {
            for (int before = 0; before < basis.size(); before++) {
                double weight = basis.get(before).product(column);
                weights[before] += weight;
                column = without(column, weight, basis.get(before));
            }
        }
        double left = Math.sqrt(column.product(column));
        if (left <= EXPLAINED * variation) {
            unused.add(new UnusedPredictor(number, UnusedPredictor.Reason.COLLINEAR));
            return;
        }
        weights[basis.size()] = left;
        retained.add(number);
        means.add(parts.mean());
        triangle.add(weights);
        basis.add(column.map(value -> value / left));
    }

    private static boolean isConstant(DoubleColumn values) {
        double first = values.at(0);
        return values.stream().allMatch(value -> value == first);
    }

    static double product(double[] one, double[] other) {
        double sum = 0;
        for (int row = 0; row < one.length; row++) {
            sum += one[row] * other[row];
        }
        return sum;
    }

    private static DoubleColumn without(DoubleColumn from, double weight, DoubleColumn column) {
        return from.derived(row -> from.at(row) - weight * column.at(row));
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
        return basis.get(column).at(row);
    }

    /** Returns the weights of the basis that best fit centred values. */
    double[] weights(DoubleColumn centred) {
        return basis.stream().mapToDouble(column -> column.product(centred)).toArray();
    }

    /** Returns the residuals of centred values after the fit by the basis. */
    DoubleColumn residuals(DoubleColumn centred) {
        DoubleColumn left = centred;
        for (int pass = 0; pass < 2; pass++) {
            for (DoubleColumn column : basis) {
                left = without(left, column.product(left), column);
            }
        }
        return left;
    }

    /** Returns the leverage of one row: the diagonal of the hat matrix, from 1 / rows to 1. */
    double leverage(int row) {
        double sum = 1.0 / rows;
        for (DoubleColumn column : basis) {
            sum += column.at(row) * column.at(row);
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
