package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import java.util.Arrays;

/**
 * The age of the readings of a counter that moves more often than it is read: anything between zero and its period.
 * Divided by the power, the joules of readings give the time up to which they count, which lags behind the time of
 * reading by the age. The spread of the ages shows as the nugget of a variogram: half the mean square of the difference
 * of two lags grows with the number of readings between them where power varies, but stays the same where ages do.
 */
final class ReadingAge {
    private static final int WINDOW = 12;
    private static final int MAX_DISTANCE = 5;
    private static final int MIN_WINDOWS = 12;
    private static final double STANDARD_ERRORS = 3;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final double MEDIAN_ERROR = 1.2533;

    private final EnergySteps steps;
    private final double[] nuggets;
    private int windows;

    private ReadingAge(EnergySteps steps) {
        this.steps = steps;
        nuggets = new double[steps.edges() / WINDOW];
    }

    /** Returns the variance of the ages in square nanoseconds; 0 if they show no variance. */
    static double variance(EnergySteps steps) {
        ReadingAge age = new ReadingAge(steps);
        for (int from = 1; from + WINDOW <= steps.edges(); from += WINDOW) {
            age.look(from);
        }
        return age.variance();
    }

    private void look(int from) {
        int last = from + WINDOW - 1;
        for (int edge = from; edge <= last; edge++) {
            if (!steps.isMovement(edge)) {
                return;
            }
        }
        double nanosPerJoule = (steps.latest(last) - steps.latest(from)) / (steps.joules(last) - steps.joules(from));
        double[] lags = new double[WINDOW];
        for (int i = 0; i < WINDOW; i++) {
            lags[i] = steps.latest(from + i) - steps.latest(from)
                    - nanosPerJoule * (steps.joules(from + i) - steps.joules(from));
        }
        nuggets[windows++] = nugget(lags);
    }

    /** Fits a line through the variogram, and returns its height at zero. */
    private static double nugget(double[] lags) {
        double sum = 0;
        double weighted = 0;
        for (int apart = 1; apart <= MAX_DISTANCE; apart++) {
            double squares = 0;
            for (int i = apart; i < lags.length; i++) {
                squares += (lags[i] - lags[i - apart]) * (lags[i] - lags[i - apart]);
            }
            double half = squares / 2 / (lags.length - apart);
            sum += half;
            weighted += half * apart;
        }
        double meanApart = (1 + MAX_DISTANCE) / 2.0;
        double spread = MAX_DISTANCE * (MAX_DISTANCE * MAX_DISTANCE - 1) / 12.0;
        return sum / MAX_DISTANCE - meanApart * (weighted - meanApart * sum) / spread;
    }

    private double variance() {
        if (windows < MIN_WINDOWS) {
            return 0;
        }
        double median = median(Arrays.copyOf(nuggets, windows));
        double distance = median(Arrays.stream(nuggets, 0, windows).map(one -> Math.abs(one - median)).toArray());
        double error = MEDIAN_ERROR * SIGMAS_PER_MEDIAN_DISTANCE * distance / Math.sqrt(windows);
        return median > STANDARD_ERRORS * error ? median : 0;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
