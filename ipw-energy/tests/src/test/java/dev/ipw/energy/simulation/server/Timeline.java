package dev.ipw.energy.simulation.server;

import java.util.Arrays;

/** The power of a board over time, in pieces of constant watts that start at zero seconds. */
final class Timeline {

    private double[] endSeconds = new double[4096];
    private double[] endJoules = new double[4096];
    private int pieces = 1;

    double seconds() {
        return endSeconds[pieces - 1];
    }

    void append(double seconds, double joules) {
        if (pieces == endSeconds.length) {
            endSeconds = Arrays.copyOf(endSeconds, 2 * pieces);
            endJoules = Arrays.copyOf(endJoules, 2 * pieces);
        }
        endSeconds[pieces] = endSeconds[pieces - 1] + seconds;
        endJoules[pieces] = endJoules[pieces - 1] + joules;
        pieces++;
    }

    /** Joules from zero until then; what lies outside counts as nothing. */
    double joulesUntil(double seconds) {
        int found = Arrays.binarySearch(endSeconds, 0, pieces, Math.clamp(seconds, 0, seconds()));
        if (found >= 0) {
            return endJoules[found];
        }
        int next = -found - 1;
        double share = (seconds - endSeconds[next - 1]) / (endSeconds[next] - endSeconds[next - 1]);
        return endJoules[next - 1] + share * (endJoules[next] - endJoules[next - 1]);
    }
}
