package dev.ipw.energy.attribution;

import java.util.Arrays;

/**
 * Fit coefficients that are not negative by least squares, from sums that can be added up block by block. Solved by
 * coordinate descent, which for a few coefficients converges in no time.
 */
final class NonNegativeFit {
    private static final int ROUNDS = 4000;
    private static final double CONVERGED = 1e-12;

    private final int size;
    private final double[] products;
    private final double[] moments;

    NonNegativeFit(int size) {
        this.size = size;
        products = new double[size * size];
        moments = new double[size];
    }

    void add(double[] row, double value, double weight) {
        for (int i = 0; i < size; i++) {
            moments[i] += weight * row[i] * value;
            for (int j = 0; j < size; j++) {
                products[i * size + j] += weight * row[i] * row[j];
            }
        }
    }

    void add(NonNegativeFit other) {
        for (int i = 0; i < moments.length; i++) {
            moments[i] += other.moments[i];
        }
        for (int i = 0; i < products.length; i++) {
            products[i] += other.products[i];
        }
    }

    double[] solve() {
        double[] scale = new double[size];
        for (int i = 0; i < size; i++) {
            double square = products[i * size + i];
            scale[i] = square > 0 ? 1 / Math.sqrt(square) : 0;
        }
        double[] solution = new double[size];
        for (int round = 0; round < ROUNDS; round++) {
            double change = 0;
            double largest = 0;
            for (int i = 0; i < size; i++) {
                double rest = moments[i] * scale[i];
                for (int j = 0; j < size; j++) {
                    rest -= j == i ? 0 : products[i * size + j] * scale[i] * scale[j] * solution[j];
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
}
