package dev.ipw.energy.attribution.internal;

import java.util.Arrays;

/** The minimum and the maximum of several divisions for each request, for its prompt and in all. */
final class ShareSpan {
    private static final double MAX_DISTANCE = 0.1;
    private static final double AGREED = 0.95;

    private final double[] lowest;
    private final double[] highest;
    private final double[] lowestPrompt;
    private final double[] highestPrompt;

    ShareSpan(WorkShares shares, int requests) {
        lowest = new double[requests];
        highest = new double[requests];
        lowestPrompt = new double[requests];
        highestPrompt = new double[requests];
        Arrays.setAll(lowest, shares::joules);
        Arrays.setAll(highest, shares::joules);
        Arrays.setAll(lowestPrompt, shares::promptJoules);
        Arrays.setAll(highestPrompt, shares::promptJoules);
    }

    void add(WorkShares shares) {
        for (int request = 0; request < lowest.length; request++) {
            lowest[request] = Math.min(lowest[request], shares.joules(request));
            highest[request] = Math.max(highest[request], shares.joules(request));
        }
        addPrompts(shares);
    }

    /** Adds a division's prompts only. */
    void addPrompts(WorkShares shares) {
        for (int request = 0; request < lowest.length; request++) {
            lowestPrompt[request] = Math.min(lowestPrompt[request], shares.promptJoules(request));
            highestPrompt[request] = Math.max(highestPrompt[request], shares.promptJoules(request));
        }
    }

    double lowest(int request) {
        return lowest[request];
    }

    double highest(int request) {
        return highest[request];
    }

    double lowestPrompt(int request) {
        return lowestPrompt[request];
    }

    double highestPrompt(int request) {
        return highestPrompt[request];
    }

    /** Returns whether the divisions are close to each other for nearly all requests that overlapped others. */
    boolean isAgreed(ShareCells cells, ShareVariance variance) {
        int shared = 0;
        int agreed = 0;
        for (int request = 0; request < lowest.length; request++) {
            if (cells.isShared(request) && highest[request] > 0) {
                shared++;
                double middle = (lowest[request] + highest[request]) / 2;
                double apart = highest[request] - lowest[request] + 2 * variance.layoutJoules(request);
                agreed += apart <= MAX_DISTANCE * middle ? 1 : 0;
            }
        }
        return agreed >= AGREED * shared;
    }
}
