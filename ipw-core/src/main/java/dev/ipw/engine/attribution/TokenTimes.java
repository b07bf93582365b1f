package dev.ipw.engine.attribution;

import java.util.Arrays;

/**
 * Hold when the tokens of an answer came. A stamp may stand for several tokens: how many is given with each stamp, or else
 * the answer's tokens are spread evenly over its stamps.
 */
public final class TokenTimes {
    /** No token's time is known. */
    public static final TokenTimes NONE = new TokenTimes(new long[0], new int[0]);

    private final long[] nanos;
    private final int[] counts;

    private TokenTimes(long[] nanos, int[] counts) {
        this.nanos = nanos;
        this.counts = counts;
        for (int i = 1; i < nanos.length; i++) {
            if (nanos[i] < nanos[i - 1]) {
                throw new IllegalArgumentException("Token " + i + " cannot come before token " + (i - 1));
            }
        }
        if (counts.length > 0 && counts.length != nanos.length) {
            throw new IllegalArgumentException(nanos.length + " stamps need as many counts, not " + counts.length);
        }
        if (Arrays.stream(counts).anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException("No stamp counts fewer tokens than none");
        }
    }

    /**
     * Holds stamps.
     *
     * @param nanos when tokens came, in order
     * @return the times
     */
    public static TokenTimes of(long[] nanos) {
        return new TokenTimes(nanos.clone(), new int[0]);
    }

    /**
     * Holds stamps that stand for several tokens.
     *
     * @param nanos  when tokens came, in order
     * @param counts how many tokens came with each stamp
     * @return the times
     */
    public static TokenTimes of(long[] nanos, int[] counts) {
        return new TokenTimes(nanos.clone(), counts.clone());
    }

    /**
     * Counts the stamps.
     *
     * @return how many there are
     */
    public int size() {
        return nanos.length;
    }

    /**
     * Returns a stamp.
     *
     * @param index which one
     * @return nanoseconds on the clock of the energy readings
     */
    public long nanos(int index) {
        return nanos[index];
    }

    /** Finds the first stamp after one that tells a later moment; the size if there is none. */
    int nextMoment(int index) {
        int next = index + 1;
        while (next < nanos.length && nanos[next] == nanos[index]) {
            next++;
        }
        return next;
    }

    /** Returns how many tokens came at the moment of a stamp, if it is the first of that moment. */
    double tokensOfMoment(int index, long outputTokens) {
        int next = nextMoment(index);
        double tokens = 0;
        for (int i = index; i < next; i++) {
            tokens += tokens(i, outputTokens);
        }
        return tokens;
    }

    /** Returns how many tokens a stamp stands for, if an answer has so many. */
    double tokens(int index, long outputTokens) {
        if (counts.length > 0) {
            return counts[index];
        }
        return Math.max(1, (double) outputTokens / nanos.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenTimes times && Arrays.equals(nanos, times.nanos)
                && Arrays.equals(counts, times.counts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(nanos) + Arrays.hashCode(counts);
    }
}
