package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * A test whether one of two systems that answered the same questions is right more often (McNemar, 1947), exactly: only
 * the questions that exactly one of them got right count, and each is equally likely for both.
 */
public final class McNemar {
    private static final String NAME = "McNemar";

    private McNemar() {}

    /**
     * Tests questions whose differences may depend on those before them: then by Student's t.
     *
     * @param onlyFirst  questions that only the first got right, at least 0
     * @param onlySecond questions that only the second got right, at least 0
     * @param dependence the dependence of which of the two is right
     * @return the smaller number, and its probability
     */
    public static TestResult test(int onlyFirst, int onlySecond, Dependence dependence) {
        int smaller = Math.min(onlyFirst, onlySecond);
        if (onlyFirst == onlySecond) {
            return new TestResult(NAME, smaller, 1, dependence.isAny() ? TestResult.EFFECTIVE : TestResult.EXACT);
        }
        if (dependence.isAny()) {
            double deviation = ((double) onlySecond - onlyFirst) / Math.sqrt((double) onlyFirst + onlySecond);
            return new TestResult(NAME, smaller, dependence.pValue(deviation), TestResult.EFFECTIVE);
        }
        double tail = new BinomialDistribution(null, Math.addExact(onlyFirst, onlySecond), 0.5)
                .cumulativeProbability(smaller);
        return new TestResult(NAME, smaller, Math.min(1, 2 * tail), TestResult.EXACT);
    }
}
