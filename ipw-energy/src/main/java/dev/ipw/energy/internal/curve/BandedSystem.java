package dev.ipw.energy.internal.curve;

/**
 * Symmetric, positive definite equations in which each unknown occurs only with its near neighbours. Rows are added one
 * by one, as in least squares; the factors replace the coefficients.
 */
final class BandedSystem {
    private final int size;
    private final int reach;
    // Row i holds the coefficients with unknowns i, i - 1, ... i - reach.
    private final double[][] rows;
    private final double[] right;

    BandedSystem(int size, int reach) {
        this.size = size;
        this.reach = reach;
        rows = new double[size][reach + 1];
        right = new double[size];
    }

    /** Adds the equation that an unknown has a value, with a weight. */
    void expect(int unknown, double value, double weight) {
        rows[unknown][0] += weight;
        right[unknown] += weight * value;
    }

    /**
     * Adds the equation that the sum of neighbouring unknowns, each times its coefficient, has a value, with a weight.
     */
    void expectSum(int firstUnknown, double[] coefficients, int count, double value, double weight) {
        for (int i = 0; i < count; i++) {
            double scaled = weight * coefficients[i];
            right[firstUnknown + i] += scaled * value;
            for (int j = 0; j <= i; j++) {
                rows[firstUnknown + i][i - j] += scaled * coefficients[j];
            }
        }
    }

    /** Factors into L D L', L with ones on its diagonal, and solves; afterwards {@link #variances()} may be called. */
    double[] solve() {
        factor();
        double[] solution = right.clone();
        for (int i = 0; i < size; i++) {
            for (int k = Math.max(0, i - reach); k < i; k++) {
                solution[i] -= rows[i][i - k] * solution[k];
            }
        }
        for (int i = 0; i < size; i++) {
            solution[i] /= rows[i][0];
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int k = i + 1; k <= Math.min(size - 1, i + reach); k++) {
                solution[i] -= rows[k][k - i] * solution[k];
            }
        }
        return solution;
    }

    private void factor() {
        for (int i = 0; i < size; i++) {
            int from = Math.max(0, i - reach);
            for (int j = from; j < i; j++) {
                double sum = rows[i][i - j];
                for (int k = Math.max(from, j - reach); k < j; k++) {
                    sum -= rows[i][i - k] * rows[j][j - k];
                }
                rows[i][i - j] = sum;
            }
            for (int j = from; j < i; j++) {
                double product = rows[i][i - j];
                rows[i][i - j] = product / rows[j][0];
                rows[i][0] -= product * rows[i][i - j];
            }
        }
    }

    /** Returns the diagonal of the inverse, by Takahashi's recurrence over the band. */
    double[] variances() {
        double[][] inverse = new double[size][reach + 1];
        for (int j = size - 1; j >= 0; j--) {
            int to = Math.min(size - 1, j + reach);
            for (int i = to; i >= j; i--) {
                double sum = i == j ? 1 / rows[j][0] : 0;
                for (int k = j + 1; k <= to; k++) {
                    sum -= rows[k][k - j] * (i >= k ? inverse[i][i - k] : inverse[k][k - i]);
                }
                inverse[i][i - j] = sum;
            }
        }
        double[] variances = new double[size];
        for (int i = 0; i < size; i++) {
            variances[i] = inverse[i][0];
        }
        return variances;
    }
}
