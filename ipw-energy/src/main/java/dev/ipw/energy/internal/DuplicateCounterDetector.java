package dev.ipw.energy.internal;

import java.util.List;

/**
 * The search among the processor packages of one source for dies that show the same register: a Threadripper's two dies
 * each report the energy of both, and adding them counts it twice. Two counters that were read together and moved by
 * the same raw step {@value #STEPS_ALIKE} times in a row count as one, and both series are marked. A step of a single
 * count proves nothing, as coarse counters often agree in it. Nothing is allocated meanwhile.
 */
public final class DuplicateCounterDetector {
    static final int STEPS_ALIKE = 50;

    private final List<DeviceSeries> packages;
    private final boolean[] begun;
    private final boolean[] read;
    private final long[] previousCounts;
    private final long[] steps;
    private final int[][] alike;

    /**
     * Starts watching.
     *
     * @param packages the series of the packages
     */
    public DuplicateCounterDetector(List<DeviceSeries> packages) {
        this.packages = List.copyOf(packages);
        int count = packages.size();
        begun = new boolean[count];
        read = new boolean[count];
        previousCounts = new long[count];
        steps = new long[count];
        alike = new int[count][count];
    }

    /**
     * Records a package's reading in this tick.
     *
     * @param index  the package's place in the list
     * @param counts its raw counts
     */
    public void record(int index, long counts) {
        steps[index] = begun[index] ? counts - previousCounts[index] : 0;
        previousCounts[index] = counts;
        read[index] = true;
    }

    /** Compares the readings of this tick. */
    public void endTick() {
        for (int one = 0; one < read.length; one++) {
            for (int other = one + 1; other < read.length; other++) {
                compare(one, other);
            }
        }
        for (int i = 0; i < read.length; i++) {
            begun[i] = read[i];
            read[i] = false;
        }
    }

    private void compare(int one, int other) {
        boolean bothStepped = begun[one] && begun[other] && read[one] && read[other];
        if (!bothStepped) {
            return;
        }
        if (steps[one] != steps[other]) {
            alike[one][other] = 0;
        } else if (steps[one] > 1 && ++alike[one][other] == STEPS_ALIKE) {
            packages.get(one).markDuplicate();
            packages.get(other).markDuplicate();
        }
    }
}
