package dev.ipw.statistics.internal;

import java.util.Arrays;

/**
 * The dependence of the answers to one question that was asked several times, computed as {@link Clusters} does for any
 * values. It stores 8 bytes for each answer.
 */
public final class AnswerClusters {
    private static final int FIRST_ROOM = 64;

    /** The key of the question; the last bit is set if the answer counts. */
    private long[] answers = new long[FIRST_ROOM];
    private int count;
    private boolean isSorted = true;

    /** Creates an empty instance. */
    public AnswerClusters() {}

    /**
     * Adds an answer.
     *
     * @param question the question that it belongs to
     * @param counts   true for an answer worth 1, false for one worth 0
     */
    public void add(String question, boolean counts) {
        if (count == answers.length) {
            answers = Arrays.copyOf(answers, Math.addExact(count, count >> 1));
        }
        answers[count++] = Clusters.key(question) << 1 | (counts ? 1 : 0);
        isSorted = false;
    }

    /**
     * Returns the dependence of the answers.
     *
     * @return as {@link Clusters#dependence()}
     */
    public Dependence dependence() {
        if (!isSorted) {
            Arrays.sort(answers, 0, count);
            isSorted = true;
        }
        int clusters = 0;
        int right = 0;
        for (int index = 0; index < count; index++) {
            clusters += beginsCluster(index) ? 1 : 0;
            right += (int) (answers[index] & 1);
        }
        return Clusters.dependence(count, clusters, right, right, squaredDeviations((double) right / count));
    }

    private boolean beginsCluster(int index) {
        return index == 0 || answers[index] >> 1 != answers[index - 1] >> 1;
    }

    /** Sums, over the questions, the squared deviation of the sum of their answers from the expected sum. */
    private double squaredDeviations(double mean) {
        double squares = 0;
        double beside = 0;
        for (int index = 0; index < count; index++) {
            if (beginsCluster(index)) {
                squares += beside * beside;
                beside = 0;
            }
            beside += (answers[index] & 1) - mean;
        }
        return squares + beside * beside;
    }
}
