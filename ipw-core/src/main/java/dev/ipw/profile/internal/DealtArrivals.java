package dev.ipw.profile.internal;

import java.util.function.LongSupplier;

/**
 * The starts of a shard's requests: those of the whole run whose numbers belong to the shard. The start with a number is
 * that of the question with the same number, so that a resumed shard keeps the times of its remaining questions.
 */
final class DealtArrivals {
    private final LongSupplier whole;
    private final Questions questions;
    private long number;

    DealtArrivals(LongSupplier whole, Questions questions) {
        this.whole = whole;
        this.questions = questions;
    }

    /** Returns the next start, in nanoseconds from the start of the load; after the last the maximum value. */
    long next() {
        while (number < questions.count()) {
            long start = whole.getAsLong();
            long current = number++;
            if (questions.shard().contains(current) && !questions.isAnsweredAt(current)) {
                return start;
            }
        }
        return Long.MAX_VALUE;
    }
}
