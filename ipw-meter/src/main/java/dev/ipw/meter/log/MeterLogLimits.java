package dev.ipw.meter.log;

import org.apiguardian.api.API;

/**
 * The limits of a meter's log on the disk.
 *
 * @param segmentBytes the size at which a new file is begun
 * @param maxBytes     the size of all files together; the oldest are deleted, and their sums are kept
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeterLogLimits(long segmentBytes, long maxBytes) {
    /** Files of 16 MiB, 1 GiB together. */
    public static final MeterLogLimits DEFAULT = new MeterLogLimits(16L << 20, 1L << 30);

    private static final int MIN_SEGMENTS = 2;

    /** Refuses a log that cannot hold two files. */
    public MeterLogLimits {
        if (segmentBytes <= 0 || maxBytes / MIN_SEGMENTS < segmentBytes) {
            throw new IllegalArgumentException("A meter's log needs room for two of its files, which "
                    + maxBytes + " bytes are not for files of " + segmentBytes);
        }
    }
}
