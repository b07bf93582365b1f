package dev.ipw.energy.simulation;

import java.util.Arrays;

/** Collect estimates and their truths, and say how far they are apart. */
public final class Errors {
    private double[] percent = new double[256];
    private int count;
    private double estimates;
    private double truths;

    /** Take an estimate and what is true. */
    public void add(double estimate, double truth) {
        if (count == percent.length) {
            percent = Arrays.copyOf(percent, count * 2);
        }
        percent[count++] = 100 * Math.abs(estimate / truth - 1);
        estimates += estimate;
        truths += truth;
    }

    /** Return the error that half of the estimates do not exceed, in percent. */
    public double median() {
        return at(0.5);
    }

    /** Return the error that 95 % of the estimates do not exceed, in percent. */
    public double p95() {
        return at(0.95);
    }

    /** Return the error of the sum, in percent. */
    public double bias() {
        return 100 * (estimates / truths - 1);
    }

    private double at(double share) {
        double[] sorted = Arrays.copyOf(percent, count);
        Arrays.sort(sorted);
        return sorted[(int) (share * (count - 1))];
    }
}
