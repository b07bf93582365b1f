package dev.ipw.energy.simulation.accelerator;

import java.util.Arrays;

/** The joules of a board over time; between edges its power is steady. */
final class EnergyLine {
    private final double restWatts;
    private double[] seconds = new double[1024];
    private double[] joules = new double[1024];
    private int count = 1;

    EnergyLine(double restWatts) {
        this.restWatts = restWatts;
    }

    void append(double untilSeconds, double used) {
        if (count == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * count);
            joules = Arrays.copyOf(joules, 2 * count);
        }
        seconds[count] = untilSeconds;
        joules[count] = joules[count - 1] + used;
        count++;
    }

    void restUntil(double untilSeconds) {
        append(untilSeconds, restWatts * (untilSeconds - seconds[count - 1]));
    }

    double endSeconds() {
        return seconds[count - 1];
    }

    double joulesUntil(double moment) {
        int found = Arrays.binarySearch(seconds, 0, count, moment);
        if (found >= 0) {
            return joules[found];
        }
        int next = -found - 1;
        if (next == 0) {
            return 0;
        }
        if (next == count) {
            return joules[count - 1] + restWatts * (moment - seconds[count - 1]);
        }
        double part = (moment - seconds[next - 1]) / (seconds[next] - seconds[next - 1]);
        return joules[next - 1] + part * (joules[next] - joules[next - 1]);
    }
}
