package dev.ipw.energy.attribution.internal.activity;

import java.util.Arrays;

/**
 * The times of an answer's tokens. Several tokens may have one time: their number is given with each time, or else the
 * answer's tokens are spread evenly over its times.
 */
public final class TokenTimes {
    /** Unknown times. */
    public static final TokenTimes NONE = new TokenTimes(new long[0], new double[0]);

    private final long[] nanos;
    private final double[] counts;

    private TokenTimes(long[] nanos, double[] counts) {
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
     * Returns the times of single tokens.
     *
     * @param nanos the times of the tokens, in order
     * @return the times
     */
    public static TokenTimes of(long[] nanos) {
        return new TokenTimes(nanos.clone(), new double[0]);
    }

    /**
     * Returns times with several tokens each.
     *
     * @param nanos  the times of the tokens, in order
     * @param counts the number of tokens at each time
     * @return the times
     */
    public static TokenTimes of(long[] nanos, int[] counts) {
        return of(nanos, Arrays.stream(counts).asDoubleStream().toArray());
    }

    /**
     * Returns times with an estimated number of tokens each.
     *
     * @param nanos  the times of the tokens, in order
     * @param counts the number of tokens at each time
     * @return the times
     */
    public static TokenTimes of(long[] nanos, double[] counts) {
        return new TokenTimes(nanos.clone(), counts.clone());
    }

    /**
     * Returns the number of times.
     *
     * @return the number of times
     */
    public int size() {
        return nanos.length;
    }

    /**
     * Returns one of the times.
     *
     * @param index its index
     * @return nanoseconds on the clock of the energy readings
     */
    public long nanos(int index) {
        return nanos[index];
    }

    /** Returns the index of the next later time; the size if there is none. */
    public int nextMoment(int index) {
        int next = index + 1;
        while (next < nanos.length && nanos[next] == nanos[index]) {
            next++;
        }
        return next;
    }

    /** Returns the number of tokens at the moment of a time, if it is the first of that moment. */
    public double tokensOfMoment(int index, long outputTokens) {
        int next = nextMoment(index);
        double tokens = 0;
        for (int i = index; i < next; i++) {
            tokens += tokens(i, outputTokens);
        }
        return tokens;
    }

    /** Returns the number of tokens at a time, for an answer with the given number of tokens. */
    public double tokens(int index, long outputTokens) {
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
