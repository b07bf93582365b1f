package dev.ipw.energy.internal;

import java.util.Arrays;

/**
 * The few steps of a series with a mark. Step k leads from sample k - 1 to sample k. One thread adds, in order; any
 * thread counts.
 */
final class StepMarks {
    private int[] steps = new int[4];
    // Written last, so that a reader of it sees everything that was written before.
    private volatile int count;

    void add(int step) {
        int index = count;
        if (index > 0 && steps[index - 1] == step) {
            return;
        }
        if (index == steps.length) {
            steps = Arrays.copyOf(steps, index * 2);
        }
        steps[index] = step;
        count = index + 1;
    }

    /** Copies the marks to the steps that remain. */
    StepMarks thinned(Thinning thinning) {
        StepMarks copy = new StepMarks();
        for (int i = 0; i < count; i++) {
            copy.add(thinning.place(steps[i]));
        }
        return copy;
    }

    /** Copies the marks of the steps before one. */
    StepMarks before(int step) {
        StepMarks copy = new StepMarks();
        int before = firstAtOrAfter(step);
        copy.steps = Arrays.copyOf(steps, Math.max(copy.steps.length, before));
        copy.count = before;
        return copy;
    }

    int count() {
        return count;
    }

    int countWithin(int firstStep, int lastStep) {
        return firstStep > lastStep ? 0 : firstAtOrAfter(lastStep + 1) - firstAtOrAfter(firstStep);
    }

    boolean anyWithin(int firstStep, int lastStep) {
        return countWithin(firstStep, lastStep) > 0;
    }

    int[] within(int firstStep, int lastStep) {
        int from = firstAtOrAfter(firstStep);
        return Arrays.copyOfRange(steps, from, Math.max(from, firstAtOrAfter(lastStep + 1)));
    }

    /** Returns the last marked step up to one; -1 if there is none. */
    int lastUpTo(int step) {
        int index = firstAtOrAfter(step + 1) - 1;
        return index < 0 ? -1 : steps[index];
    }

    /** Returns the first marked step from one onward; the maximum integer if there is none. */
    int firstFrom(int step) {
        int index = firstAtOrAfter(step);
        return index < count ? steps[index] : Integer.MAX_VALUE;
    }

    private int firstAtOrAfter(int step) {
        int known = count;
        if (known == 0) {
            return 0;
        }
        int found = Arrays.binarySearch(steps, 0, known, step);
        return found >= 0 ? found : -found - 1;
    }
}
