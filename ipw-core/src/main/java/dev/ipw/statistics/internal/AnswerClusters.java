package dev.ipw.statistics.internal;

import org.jspecify.annotations.Nullable;

/**
 * The dependence of the answers to one question that was asked several times, computed as {@link Clusters} does for any
 * values. Memory holds half a million answers of 8 bytes, a temporary file the others.
 */
public final class AnswerClusters {
    /** The keys of the questions; the last bit is set if the answer counts. */
    private final SortedKeys answers = new SortedKeys();
    private long right;
    private @Nullable Dependence dependence;

    /** Creates an empty instance. */
    public AnswerClusters() {}

    /**
     * Adds an answer.
     *
     * @param question the question that it belongs to
     * @param counts   true for an answer worth 1, false for one worth 0
     */
    public void add(String question, boolean counts) {
        answers.add(Clusters.key(question) << 1 | (counts ? 1 : 0));
        right += counts ? 1 : 0;
        dependence = null;
    }

    /**
     * Returns the dependence of the answers.
     *
     * @return as {@link Clusters#dependence()}
     */
    public Dependence dependence() {
        if (dependence == null) {
            Sums sums = new Sums((double) right / answers.size());
            answers.forEach(sums::add);
            dependence = Clusters.dependence(answers.size(), sums.clusters, right, right,
                    sums.squares + sums.beside * sums.beside);
        }
        return dependence;
    }

    /** The squared deviation of the sum of a question's answers from the expected sum, summed over the questions. */
    private static final class Sums {
        private final double mean;
        private int clusters;
        private long question;
        private double squares;
        private double beside;

        Sums(double mean) {
            this.mean = mean;
        }

        void add(long answer) {
            if (clusters == 0 || answer >> 1 != question) {
                squares += beside * beside;
                beside = 0;
                question = answer >> 1;
                clusters++;
            }
            beside += (answer & 1) - mean;
        }
    }
}
