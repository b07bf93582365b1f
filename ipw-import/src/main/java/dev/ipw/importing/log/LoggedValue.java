package dev.ipw.importing.log;

import dev.ipw.internal.tree.TreeReader;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A reader of the values of a log, which rejects impossible ones: the messages name the key. */
final class LoggedValue {
    /** The maximum of times that can be subtracted from each other: 146 years to both sides of zero. */
    private static final long MAX_NANOS = 1L << 62;
    private static final long MAX_TOKENS = 1_000_000_000L;

    private LoggedValue() {}

    /** Reads a required time. */
    static long nanos(TreeReader line, String key) {
        return nanos(key, line.whole(key));
    }

    /** Reads a time. */
    static OptionalLong optionalNanos(TreeReader line, String key) {
        OptionalLong nanos = line.optionalWhole(key);
        nanos.ifPresent(time -> nanos(key, time));
        return nanos;
    }

    /** Reads times; empty if there are none. */
    static long[] allNanos(TreeReader line, String key) {
        long[] nanos = line.wholes(key);
        for (long time : nanos) {
            nanos(key, time);
        }
        return nanos;
    }

    private static long nanos(String key, long nanos) {
        if (nanos <= -MAX_NANOS || nanos >= MAX_NANOS) {
            throw new IllegalArgumentException(
                    key + " must be a time in nanoseconds between -2^62 and 2^62, not " + nanos);
        }
        return nanos;
    }

    /** Reads a number of tokens. */
    static OptionalLong tokens(TreeReader line, String key) {
        OptionalLong tokens = line.optionalWhole(key);
        tokens.ifPresent(count -> tokens(key, count));
        return tokens;
    }

    /** Reads several numbers of tokens; empty if there are none. */
    static int[] allTokens(TreeReader line, String key) {
        long[] counts = line.wholes(key);
        int[] tokens = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            tokens[i] = (int) tokens(key, counts[i]);
        }
        return tokens;
    }

    private static long tokens(String key, long count) {
        if (count < 0 || count > MAX_TOKENS) {
            throw new IllegalArgumentException(
                    key + " must be a number of tokens, 0 to " + MAX_TOKENS + ", not " + count);
        }
        return count;
    }

    /** Reads a finite number between two others, including both. */
    static OptionalDouble between(double least, double most, TreeReader line, String key) {
        OptionalDouble value = line.optionalNumber(key);
        if (value.isPresent() && !(value.getAsDouble() >= least && value.getAsDouble() <= most)) {
            throw new IllegalArgumentException(
                    key + " must be at least " + number(least) + " and at most " + number(most)
                            + ", not " + value.getAsDouble());
        }
        return value;
    }

    private static String number(double value) {
        return value == Math.rint(value) && value < 1e6 ? Long.toString((long) value) : Double.toString(value);
    }
}
