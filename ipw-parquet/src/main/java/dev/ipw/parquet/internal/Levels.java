package dev.ipw.parquet.internal;

/**
 * The encoder of a column's levels, small numbers that mostly repeat, as runs of one value and packed groups of eight:
 * the hybrid encoding of Parquet.
 */
final class Levels {
    private static final int GROUP = 8;
    private static final int ONE_PACKED_GROUP = 1 << 1 | 1;

    private final int bits;
    private final Bytes encoded = new Bytes();
    private final int[] group = new int[GROUP];
    private int grouped;
    private int repeated;
    private int value;

    /** Creates an encoder of levels from 0 to a maximum of at most 255. */
    Levels(int max) {
        if (max > 0xff) {
            throw new IllegalArgumentException("Columns are nested more than " + 0xff + " levels deep");
        }
        this.bits = Integer.SIZE - Integer.numberOfLeadingZeros(max);
    }

    void add(int level) {
        if (grouped == 0) {
            if (repeated == 0 || level == value) {
                value = level;
                repeated++;
                return;
            }
            if (repeated >= GROUP) {
                putRun();
                value = level;
                repeated = 1;
                return;
            }
            while (grouped < repeated) {
                group[grouped++] = value;
            }
            repeated = 0;
        }
        group[grouped++] = level;
        if (grouped == GROUP) {
            putGroup();
        }
    }

    /** Appends the encoded levels with their length in front, as a page has them, and starts again. */
    void moveTo(Bytes page) {
        if (repeated > 0) {
            putRun();
            repeated = 0;
        }
        if (grouped > 0) {
            while (grouped < GROUP) {
                group[grouped++] = 0;
            }
            putGroup();
        }
        page.putInt(encoded.size());
        page.put(encoded);
        encoded.clear();
    }

    private void putRun() {
        encoded.putVarint((long) repeated << 1);
        encoded.putByte(value);
    }

    private void putGroup() {
        long packed = 0;
        for (int index = 0; index < GROUP; index++) {
            packed |= (long) group[index] << (index * bits);
        }
        encoded.putByte(ONE_PACKED_GROUP);
        for (int at = 0; at < bits; at++) {
            encoded.putByte((int) (packed >>> (at * Byte.SIZE)));
        }
        grouped = 0;
    }

    int bytes() {
        return encoded.size();
    }
}
