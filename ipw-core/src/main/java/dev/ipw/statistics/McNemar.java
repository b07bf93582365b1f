package dev.ipw.statistics;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Test whether of two systems that answered the same questions one is right more often (McNemar, 1947), exactly: only the
 * questions count that one of them got right, and each is as likely the one's as the other's.
 */
public final class McNemar {
    private McNemar() {}

    /**
     * Test the questions on which the two differ.
     *
     * @param onlyFirst  questions that only the first got right, at least 0
     * @param onlySecond questions that only the second got right, at least 0
     * @return the smaller number, and its probability
     */
    public static TestResult test(int onlyFirst, int onlySecond) {
        int smaller = Math.min(onlyFirst, onlySecond);
        double tail = new BinomialDistribution(null, Math.addExact(onlyFirst, onlySecond), 0.5)
                .cumulativeProbability(smaller);
        return new TestResult("McNemar", smaller, onlyFirst == onlySecond ? 1 : Math.min(1, 2 * tail),
                TestResult.EXACT);
    }
}
