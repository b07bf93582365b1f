package dev.ipw.energy.internal;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Samples in chunks: the midpoint of the two clock readings around a sample, half the time between them, and a value,
 * stored together so that one access to memory finds all three. One thread appends; any thread reads, and samples below
 * a {@link #size()} that it has read never change.
 */
final class SampleColumns {
    private static final int CHUNK_BITS = 12;
    private static final int CHUNK_SIZE = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK_SIZE - 1;
    private static final int FIRST_DIRECTORY = 8;
    /** The first chunk grows, since the sensors of a fleet are many and most are read seldom. */
    private static final int FIRST_SAMPLES = 32;
    private static final int CELLS = 3;
    private static final int MIDPOINT = 0;
    private static final int HALF_WIDTH = 1;
    private static final int VALUE = 2;

    private long[][] chunks = new long[FIRST_DIRECTORY][];
    private long[] firstMidpoints = new long[FIRST_DIRECTORY];
    // Written last, so that a reader of it sees everything that was written before.
    private volatile int size;

    /**
     * Appends a sample. A sample that does not lie after the one before it is ignored: nanoTime may stand still between
     * two quick readings.
     *
     * @return true if the sample was appended
     */
    boolean append(long beforeNanos, long afterNanos, double value) {
        int index = size;
        long halfWidth = (afterNanos - beforeNanos + 1) / 2;
        long midpoint = beforeNanos + (afterNanos - beforeNanos) / 2;
        if (afterNanos < beforeNanos || (index > 0 && midpoint <= midpoint(index - 1))) {
            return false;
        }
        put(index, midpoint, halfWidth, Double.doubleToRawLongBits(value));
        return true;
    }

    private void put(int index, long midpoint, long halfWidth, long value) {
        int slot = index & CHUNK_MASK;
        if (slot == 0) {
            openChunk(index >> CHUNK_BITS, midpoint);
        } else if (index * CELLS == chunks[0].length && index < CHUNK_SIZE) {
            long[] grown = Arrays.copyOf(chunks[0], 2 * chunks[0].length);
            // A reader that already finds the larger chunk must find its samples too.
            VarHandle.releaseFence();
            chunks[0] = grown;
        }
        long[] chunk = chunks[index >> CHUNK_BITS];
        chunk[slot * CELLS + MIDPOINT] = midpoint;
        chunk[slot * CELLS + HALF_WIDTH] = halfWidth;
        chunk[slot * CELLS + VALUE] = value;
        size = index + 1;
    }

    /** Copies the samples that are kept. */
    SampleColumns thinned(Thinning thinning) {
        SampleColumns copy = new SampleColumns();
        for (int i = 0; i < size; i++) {
            if (thinning.keeps(i)) {
                copy.put(copy.size, cell(i, MIDPOINT), cell(i, HALF_WIDTH), cell(i, VALUE));
            }
        }
        return copy;
    }

    /** Copies the first samples. Whole chunks are shared, since they do not change any more. */
    SampleColumns first(int count) {
        SampleColumns copy = new SampleColumns();
        copy.chunks = chunks.clone();
        copy.firstMidpoints = firstMidpoints.clone();
        int last = count >> CHUNK_BITS;
        if ((count & CHUNK_MASK) != 0) {
            copy.chunks[last] = chunks[last].clone();
        }
        copy.size = count;
        return copy;
    }

    private void openChunk(int number, long midpoint) {
        if (number == chunks.length) {
            chunks = Arrays.copyOf(chunks, number * 2);
            firstMidpoints = Arrays.copyOf(firstMidpoints, number * 2);
        }
        chunks[number] = new long[(number == 0 ? FIRST_SAMPLES : CHUNK_SIZE) * CELLS];
        firstMidpoints[number] = midpoint;
    }

    int size() {
        return size;
    }

    long midpoint(int index) {
        return cell(index, MIDPOINT);
    }

    /** Returns the first moment at which the sample may have been taken. */
    long earliest(int index) {
        return cell(index, MIDPOINT) - cell(index, HALF_WIDTH);
    }

    /** Returns the last moment at which the sample may have been taken. */
    long latest(int index) {
        return cell(index, MIDPOINT) + cell(index, HALF_WIDTH);
    }

    double value(int index) {
        return Double.longBitsToDouble(cell(index, VALUE));
    }

    private long cell(int index, int cell) {
        return chunks[index >> CHUNK_BITS][(index & CHUNK_MASK) * CELLS + cell];
    }

    /**
     * Returns the last of the first {@code count} samples whose midpoint is not after a moment.
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
        long chunkEnd = number == lastChunk ? midpoint(count - 1) : firstMidpoints[number + 1];
        return (number << CHUNK_BITS) + lastNotAfter(chunks[number], filled, chunkEnd, nanos);
    }

    /**
     * Searches outwards from the place that evenly spaced samples would have: few steps then, and never more than log
     * n.
     */
    private static int lastNotAfter(long[] chunk, int count, long chunkEnd, long nanos) {
        if (nanos >= chunkEnd) {
            return count - 1;
        }
        long first = chunk[MIDPOINT];
        int low = (int) ((double) (nanos - first) / (chunkEnd - first) * (count - 1));
        int high = low;
        int stride = 1;
        while (chunk[low * CELLS + MIDPOINT] > nanos) {
            high = low;
            low = Math.max(0, low - stride);
            stride *= 2;
        }
        while (high < count && chunk[high * CELLS + MIDPOINT] <= nanos) {
            low = high;
            high = Math.min(count, high + stride);
            stride *= 2;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (chunk[middle * CELLS + MIDPOINT] <= nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
