package dev.ipw.statistics.internal.series;

/** The upper tail of Student's distribution. */
final class StudentTail {
    private static final double MIN_DEVIATION = 1;
    private static final double EPSILON = 1e-17;
    private static final int MIN_ASYMPTOTIC = 30;

    private StudentTail() {}

    /**
     * Returns the probability of more than a deviation: half the regularised incomplete beta function at v / (v + t²)
     * with the parameters v / 2 and 1 / 2, by its power series.
     *
     * @param deviation t; below {@value #MIN_DEVIATION}, where the series is long, the result is that for it
     * @param freedom   v, the degrees of freedom, at least 1
     * @return from 0 to 0.25
     */
    static double beyond(double deviation, double freedom) {
        double square = Math.pow(Math.max(MIN_DEVIATION, deviation), 2);
        double rest = freedom / (freedom + square);
        double half = freedom / 2;
        double sum = 0;
        double term = 1;
        for (int index = 0; term > EPSILON * sum; index++) {
            sum += term;
            term *= rest * (half + 0.5 + index) / (half + 1 + index);
        }
        return Math.pow(rest, half) * Math.sqrt(square / (freedom + square)) * gammaRatio(half) * sum
                / (2 * half * Math.sqrt(Math.PI));
    }

    /** Returns the gamma function one half further divided by that of an argument above 0. */
    private static double gammaRatio(double argument) {
        double steps = 1;
        double far = argument;
        for (; far < MIN_ASYMPTOTIC; far++) {
            steps *= far / (far + 0.5);
        }
        double inverse = 1 / far;
        double series = 1
                + inverse * (-1.0 / 8 + inverse * (1.0 / 128 + inverse * (5.0 / 1024 + inverse * (-21.0 / 32768
                        - inverse * 399 / 262144))));
        return steps * Math.sqrt(far) * series;
    }
}
