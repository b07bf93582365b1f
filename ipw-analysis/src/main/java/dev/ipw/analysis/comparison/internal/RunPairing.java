package dev.ipw.analysis.comparison.internal;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The queries of two runs that asked the same question.
 *
 * @param isPaired        true if enough of them did, so that query is compared with query
 * @param first           rows of the first run, in its order; empty without pairs
 * @param second          rows of the second run, each the partner of the first's; empty without pairs
 * @param firstQuestions  the question of each row of the first run, which may come several times
 * @param secondQuestions likewise of the second
 */
record RunPairing(boolean isPaired, int[] first, int[] second, long[] firstQuestions, long[] secondQuestions) {
    private static final int NONE = -1;
    private static final double MIN_SHARE = 0.5;

    /** Pairs two runs if their datasets match: at least half of the smaller run, and no question that differs. */
    static RunPairing of(RunColumns first, RunColumns second, List<String> warnings) {
        int[] partners = partners(first, second);
        int[] paired = rows(partners, first, second, true);
        int known = rows(partners, first, second, false).length;
        int smaller = Math.min(first.rows(), second.rows());
        if (known > paired.length) {
            warnings.add(known - paired.length + " questions have the same id in both runs and another content, so the "
                    + "datasets differ and queries are not paired");
        } else if (paired.length < MIN_SHARE * smaller || paired.length == 0) {
            warnings.add("The runs share " + paired.length + " questions, so queries are not paired: what differs may "
                    + "be the questions");
        } else {
            if (paired.length < Math.max(first.rows(), second.rows())) {
                warnings.add("Only questions that both runs asked are compared, " + paired.length + " of "
                        + first.rows() + " in " + first.name() + " and " + second.rows() + " in " + second.name()
                        + "; figures of a run as a whole are of all its questions");
            }
            return new RunPairing(true, paired, Arrays.stream(paired).map(row -> partners[row]).toArray(),
                    first.questions(), second.questions());
        }
        return new RunPairing(false, new int[0], new int[0], first.questions(), second.questions());
    }

    /** Returns whether every query of both runs has a partner. */
    boolean hasAll(RunColumns ofFirst, RunColumns ofSecond) {
        return isPaired && first.length == ofFirst.rows() && second.length == ofSecond.rows();
    }

    private static int[] rows(int[] partners, RunColumns first, RunColumns second, boolean sameContent) {
        return IntStream.range(0, partners.length).filter(row -> partners[row] != NONE
                && (!sameContent || first.content(row) == second.content(partners[row]))).toArray();
    }

    /** Finds each id of the first run in a table of the second's; an id that comes again is paired once. */
    private static int[] partners(RunColumns first, RunColumns second) {
        int size = Integer.highestOneBit(Math.max(1, second.rows())) * 4;
        int[] table = new int[size];
        Arrays.fill(table, NONE);
        for (int row = 0; row < second.rows(); row++) {
            int slot = slot(second.id(row), size);
            while (table[slot] != NONE && second.id(table[slot]) != second.id(row)) {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = table[slot] == NONE ? row : table[slot];
        }
        boolean[] taken = new boolean[second.rows()];
        int[] partners = new int[first.rows()];
        for (int row = 0; row < first.rows(); row++) {
            int slot = slot(first.id(row), size);
            while (table[slot] != NONE && second.id(table[slot]) != first.id(row)) {
                slot = (slot + 1) & (size - 1);
            }
            boolean isFree = table[slot] != NONE && !taken[table[slot]];
            partners[row] = isFree ? table[slot] : NONE;
            if (isFree) {
                taken[table[slot]] = true;
            }
        }
        return partners;
    }

    private static int slot(long id, int size) {
        return (int) ((id * 0x9E3779B97F4A7C15L) >>> 40) & (size - 1);
    }
}
