package dev.ipw.analysis.comparison.internal;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.Optional;

/**
 * The difference of the mean figures of repeated runs of two configurations. If all runs of one come before those of
 * the other, a change of the machine looks like a difference. Whether the machine drifted from one configuration to the
 * other, or started again with each, is unknown, so the interval covers both cases: the difference of the means, and
 * that difference minus the steady drift seen within the configurations. It is about twice as wide as that of runs in
 * turn, and the larger probability decides.
 *
 * @param first        the first configuration's figure in each run
 * @param second       the second's
 * @param firstPlaces  the place in time, among all runs, of each of the first's
 * @param secondPlaces the place of each of the second's
 * @param least        the minimum reach of the interval below and above the difference, in the figure's unit; 0 for
 *                     none
 */
record RepeatDifference(double[] first, double[] second, double[] firstPlaces, double[] secondPlaces, Interval least)
        implements
            RunDifference {
    private static final String TEST = "t of repeated runs";

    @Override
    public Estimate absolute() {
        double value = mean(second) - mean(first);
        Interval plain = plain().interval(least);
        Interval steady = steady().interval(least);
        return new Estimate(value, new Interval(Math.min(plain.low(), steady.low()),
                Math.max(plain.high(), steady.high()), Finding.LEVEL));
    }

    @Override
    public Optional<TestResult> tested() {
        Optional<TestResult> plain = plain().tested(TEST);
        return plain.flatMap(one -> steady().tested(TEST)
                .map(other -> one.pValue() > other.pValue() ? one : other));
    }

    private StudentDifference plain() {
        return difference(0, 0, 2);
    }

    private StudentDifference steady() {
        double apart = mean(secondPlaces) - mean(firstPlaces);
        double spread = products(firstPlaces, firstPlaces) + products(secondPlaces, secondPlaces);
        double drift = (products(firstPlaces, first) + products(secondPlaces, second)) / spread;
        StudentDifference steady = difference(drift, apart * apart / spread, 3);
        return new StudentDifference(steady.value() - drift * apart, steady.error(), steady.degrees());
    }

    /** Returns the difference of the means, with the error that remains after a drift. */
    private StudentDifference difference(double drift, double ofDrift, int estimated) {
        int degrees = first.length + second.length - estimated;
        double squares = squares(first, firstPlaces, drift) + squares(second, secondPlaces, drift);
        double deviation = Math.sqrt(squares / degrees);
        return new StudentDifference(mean(second) - mean(first), deviation > rounding()
                ? deviation * Math.sqrt(1.0 / first.length + 1.0 / second.length + ofDrift)
                : 0, degrees);
    }

    private static double squares(double[] figures, double[] places, double drift) {
        double[] left = new double[figures.length];
        Arrays.setAll(left, run -> figures[run] - drift * places[run]);
        return products(left, left);
    }

    private static double products(double[] ones, double[] others) {
        double mean = mean(ones);
        double meanToo = mean(others);
        double sum = 0;
        for (int run = 0; run < ones.length; run++) {
            sum += (ones[run] - mean) * (others[run] - meanToo);
        }
        return sum;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
