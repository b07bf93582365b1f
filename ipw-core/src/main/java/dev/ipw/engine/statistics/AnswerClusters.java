package dev.ipw.engine.statistics;

import java.util.Arrays;

/**
 * Compute how strongly the answers to one question hang together that was asked several times, as {@link Clusters} does for
 * any values. Keeps 8 bytes for each answer.
 */
public final class AnswerClusters {
    private static final int FIRST_ROOM = 64;

    /** The key of the question, and in its last bit whether the answer counts. */
    private long[] answers = new long[FIRST_ROOM];
    private int count;
    private boolean isSorted = true;

    /** Holds no answer. */
    public AnswerClusters() {}

    /**
     * Takes in an answer.
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
     * Returns how strongly the answers hang together.
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

    /** Adds up, over the questions, the square of what their answers are beside as many of the mean. */
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
