package dev.ipw.analysis.internal;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import java.util.Locale;

/** The Java heap that the queries of runs need, compared with what there is before any of them is read. */
public final class RequiredHeap {
    private static final long MEBI = 1 << 20;
    /** The heap beside the figures of the queries. */
    private static final long BESIDE_BYTES = 64 * MEBI;

    private RequiredHeap() {}

    /**
     * Refuses work that does not fit.
     *
     * @param work          the work, for the message
     * @param queries       the number of queries
     * @param bytesPerQuery the heap for each of them
     * @throws InputException if they take more heap than Java may use; the message names the amount
     */
    public static void require(String work, long queries, long bytesPerQuery) {
        long availableBytes = Runtime.getRuntime().maxMemory();
        long needed = BESIDE_BYTES + queries * bytesPerQuery;
        if (needed > BESIDE_BYTES && needed > availableBytes) {
            throw new InputException(String.format(Locale.ROOT,
                    "%s of %,d queries takes %,d MiB of Java's heap, which has %,d: %s%dm", work, queries,
                    mebibytes(needed), availableBytes / MEBI, Setting.MEMORY, mebibytes(needed + needed / 4)));
        }
    }

    private static long mebibytes(long bytes) {
        return Math.ceilDiv(bytes, MEBI);
    }
}
