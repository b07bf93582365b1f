package dev.ipw.energy.attribution.internal.work;

import java.util.Arrays;

/**
 * A least-squares fit of non-negative coefficients, from sums that can be added up block by block. It is solved by
 * coordinate descent, which converges quickly for a few coefficients.
 */
public final class NonNegativeFit {
    private static final int ROUNDS = 4000;
    private static final double CONVERGED = 1e-12;
    private static final double MIN_REST = 1e-9;

    private final int size;
    private final double[] products;
    private final double[] moments;

    public NonNegativeFit(int size) {
        this.size = size;
        products = new double[size * size];
        moments = new double[size];
    }

    public void add(double[] row, double value, double weight) {
        add(row, 0, value, weight);
    }

    /** Adds the row at a place among others. */
    public void add(double[] rows, int at, double value, double weight) {
        for (int i = 0; i < size; i++) {
            double weighted = weight * rows[at + i];
            moments[i] += weighted * value;
            for (int j = 0; j < size; j++) {
                products[i * size + j] += weighted * rows[at + j];
            }
        }
    }

    /** Adds a share of each column's squares, which decides between columns that the rows do not distinguish. */
    public void addRidge(double share) {
        for (int i = 0; i < size; i++) {
            products[i * size + i] *= 1 + share;
        }
    }

    public void add(NonNegativeFit other) {
        for (int i = 0; i < moments.length; i++) {
            moments[i] += other.moments[i];
        }
        for (int i = 0; i < products.length; i++) {
            products[i] += other.products[i];
        }
    }

    public double[] solve() {
        double[] scale = new double[size];
        for (int i = 0; i < size; i++) {
            double square = products[i * size + i];
            scale[i] = square > 0 ? 1 / Math.sqrt(square) : 0;
        }
        double[] others = scaledWithoutSquares(scale);
        double[] solution = new double[size];
        for (int round = 0; round < ROUNDS; round++) {
            double change = 0;
            double largest = 0;
            for (int i = 0; i < size; i++) {
                double rest = moments[i] * scale[i];
                for (int j = 0; j < size; j++) {
                    rest -= others[i * size + j] * solution[j];
                }
                double next = scale[i] == 0 ? 0 : Math.max(0, rest);
                change = Math.max(change, Math.abs(next - solution[i]));
                largest = Math.max(largest, next);
                solution[i] = next;
            }
            if (change <= CONVERGED * largest) {
                break;
            }
        }
        double[] unscaled = solution;
        Arrays.setAll(unscaled, i -> solution[i] * scale[i]);
        return unscaled;
    }

    private double[] scaledWithoutSquares(double[] scale) {
        double[] scaled = new double[products.length];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                scaled[i * size + j] = i == j ? 0 : products[i * size + j] * scale[i] * scale[j];
            }
        }
        return scaled;
    }

    /** Returns the variance inflation factor of each column; 1 for a column without any value. */
    public double[] inflations() {
        double[] inflations = new double[size];
        for (int column = 0; column < size; column++) {
            double own = products[column * size + column];
            double rest = own > 0 ? unexplained(column) / own : 1;
            inflations[column] = 1 / Math.max(MIN_REST, rest);
        }
        return inflations;
    }

    /** Eliminates all other columns from the squares of one. */
    private double unexplained(int column) {
        double[] left = products.clone();
        for (int pivot = 0; pivot < size; pivot++) {
            double square = left[pivot * size + pivot];
            if (pivot != column && square > MIN_REST * products[pivot * size + pivot]) {
                for (int i = 0; i < size; i++) {
                    double factor = left[i * size + pivot] / square;
                    for (int j = 0; i != pivot && j < size; j++) {
                        left[i * size + j] -= factor * left[pivot * size + j];
                    }
                }
            }
        }
        return Math.max(0, left[column * size + column]);
    }
}
