package dev.ipw.benchmarks.scoring;

import java.util.Arrays;
import java.util.List;

/**
 * The matching of expected calls with given ones, one to one, in any order. Where a given call would meet several
 * expected ones, any matching that pairs all of them counts; code that takes the first fit can miss it.
 */
final class CallMatching {
    private static final int NONE = -1;

    private final boolean[][] fits;
    private final int[] expectedOf;

    private CallMatching(boolean[][] fits) {
        this.fits = fits;
        expectedOf = new int[fits.length];
        Arrays.fill(expectedOf, NONE);
    }

    /** Returns whether the number of given calls equals that of expected ones, and all of them can be paired. */
    static boolean isComplete(List<ExpectedCall> expected, List<FunctionCall> given, boolean areTools) {
        if (expected.size() != given.size()) {
            return false;
        }
        boolean[][] fits = new boolean[expected.size()][given.size()];
        for (int row = 0; row < fits.length; row++) {
            for (int column = 0; column < fits.length; column++) {
                fits[row][column] = expected.get(row).mismatch(given.get(column), areTools).isEmpty();
            }
        }
        CallMatching matching = new CallMatching(fits);
        for (int row = 0; row < fits.length; row++) {
            if (!matching.pair(row, new boolean[fits.length])) {
                return false;
            }
        }
        return true;
    }

    /** Finds a given call for an expected one; another expected call may exchange its own for a further one. */
    private boolean pair(int row, boolean[] tried) {
        for (int column = 0; column < tried.length; column++) {
            if (fits[row][column] && !tried[column]) {
                tried[column] = true;
                if (expectedOf[column] == NONE || pair(expectedOf[column], tried)) {
                    expectedOf[column] = row;
                    return true;
                }
            }
        }
        return false;
    }
}
