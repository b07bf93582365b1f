package dev.ipw.energy;

import java.util.Arrays;

/**
 * Hold samples in columns that grow in chunks: the midpoint of the two clock readings around a sample, half the time
 * between them, and a value. One thread appends; any thread reads, and what it saw of {@link #size()} never changes.
 */
final class SampleColumns {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_SIZE = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK_SIZE - 1;
    private static final int FIRST_DIRECTORY = 8;

    private Chunk[] chunks = new Chunk[FIRST_DIRECTORY];
    private long[] firstMidpoints = new long[FIRST_DIRECTORY];
    // Written last: who reads it sees everything that was written before it.
    private volatile int size;

    /**
     * Append a sample. One that does not lie after the sample before it is left out: nanoTime may stand still between two
     * quick readings.
     *
     * @return true if the sample was taken
     */
    boolean append(long beforeNanos, long afterNanos, double value) {
        int index = size;
        long halfWidth = (afterNanos - beforeNanos + 1) / 2;
        long midpoint = beforeNanos + (afterNanos - beforeNanos) / 2;
        if (afterNanos < beforeNanos || (index > 0 && midpoint <= midpoint(index - 1))) {
            return false;
        }
        int slot = index & CHUNK_MASK;
        if (slot == 0) {
            openChunk(index >> CHUNK_BITS, midpoint);
        }
        Chunk chunk = chunks[index >> CHUNK_BITS];
        chunk.midpoints[slot] = midpoint;
        chunk.halfWidths[slot] = halfWidth;
        chunk.values[slot] = value;
        size = index + 1;
        return true;
    }

    private void openChunk(int number, long midpoint) {
        if (number == chunks.length) {
            chunks = Arrays.copyOf(chunks, number * 2);
            firstMidpoints = Arrays.copyOf(firstMidpoints, number * 2);
        }
        chunks[number] = new Chunk();
        firstMidpoints[number] = midpoint;
    }

    int size() {
        return size;
    }

    long midpoint(int index) {
        return chunks[index >> CHUNK_BITS].midpoints[index & CHUNK_MASK];
    }

    /** Give the first moment at which the sample may have been taken. */
    long earliest(int index) {
        Chunk chunk = chunks[index >> CHUNK_BITS];
        return chunk.midpoints[index & CHUNK_MASK] - chunk.halfWidths[index & CHUNK_MASK];
    }

    /** Give the last moment at which the sample may have been taken. */
    long latest(int index) {
        Chunk chunk = chunks[index >> CHUNK_BITS];
        return chunk.midpoints[index & CHUNK_MASK] + chunk.halfWidths[index & CHUNK_MASK];
    }

    double value(int index) {
        return chunks[index >> CHUNK_BITS].values[index & CHUNK_MASK];
    }

    /**
     * Find the last of the first {@code count} samples whose midpoint is not after a moment.
     *
     * @return its index, or -1 if all lie after the moment
     */
    int atOrBefore(long nanos, int count) {
        if (count == 0 || nanos < firstMidpoints[0]) {
            return -1;
        }
        int lastChunk = (count - 1) >> CHUNK_BITS;
        int found = Arrays.binarySearch(firstMidpoints, 0, lastChunk + 1, nanos);
        int number = found >= 0 ? found : -found - 2;
        int filled = number == lastChunk ? ((count - 1) & CHUNK_MASK) + 1 : CHUNK_SIZE;
        return (number << CHUNK_BITS) + lastNotAfter(chunks[number].midpoints, filled, nanos);
    }

    /** Search outwards from where evenly spaced samples would have it: few steps then, and never more than log n. */
    private static int lastNotAfter(long[] midpoints, int count, long nanos) {
        long first = midpoints[0];
        long last = midpoints[count - 1];
        if (nanos >= last) {
            return count - 1;
        }
        int guess = (int) ((double) (nanos - first) / (last - first) * (count - 1));
        int low = guess;
        int high = guess;
        int stride = 1;
        while (midpoints[low] > nanos) {
            high = low;
            low = Math.max(0, low - stride);
            stride *= 2;
        }
        while (high < count && midpoints[high] <= nanos) {
            low = high;
            high = Math.min(count, high + stride);
            stride *= 2;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (midpoints[middle] <= nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static final class Chunk {
        private final long[] midpoints = new long[CHUNK_SIZE];
        private final long[] halfWidths = new long[CHUNK_SIZE];
        private final double[] values = new double[CHUNK_SIZE];
    }
}
