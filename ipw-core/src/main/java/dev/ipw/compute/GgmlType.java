package dev.ipw.compute;

import java.util.Map;
import java.util.Optional;

/**
 * The storage of numbers in GGML, in blocks of a fixed number of numbers and bytes.
 *
 * @param numbers   the numbers of a block
 * @param bytes     the bytes of a block
 * @param precision the precision of their multiplication; empty for quantised ones, which each program multiplies in
 *                  its own way
 */
record GgmlType(long numbers, long bytes, Optional<Precision> precision) {
    private static final int SMALL = 32;
    private static final int LARGE = 256;
    private static final Map<Integer, GgmlType> TYPES = Map.ofEntries(plain(0, 4, Precision.FP32),
            plain(1, 2, Precision.FP16), plain(30, 2, Precision.BF16), block(2, SMALL, 18), block(3, SMALL, 20),
            block(6, SMALL, 22), block(7, SMALL, 24), block(8, SMALL, 34), block(9, SMALL, 36), block(10, LARGE, 84),
            block(11, LARGE, 110), block(12, LARGE, 144), block(13, LARGE, 176), block(14, LARGE, 210),
            block(15, LARGE, 292), block(16, LARGE, 66), block(17, LARGE, 74), block(18, LARGE, 98),
            block(19, LARGE, 50), block(20, SMALL, 18), block(21, LARGE, 110), block(22, LARGE, 82),
            block(23, LARGE, 136), block(24, 1, 1), block(25, 1, 2), block(26, 1, 4), block(27, 1, 8),
            block(28, 1, 8), block(29, LARGE, 56), block(34, LARGE, 54), block(35, LARGE, 66), block(39, SMALL, 17));

    static Optional<GgmlType> of(int number) {
        return Optional.ofNullable(TYPES.get(number));
    }

    /** Returns the bytes of a tensor, whose last block may not be full. */
    long roomOf(long elements) {
        return (elements + numbers - 1) / numbers * bytes;
    }

    private static Map.Entry<Integer, GgmlType> plain(int number, long bytes, Precision precision) {
        return Map.entry(number, new GgmlType(1, bytes, Optional.of(precision)));
    }

    private static Map.Entry<Integer, GgmlType> block(int number, long numbers, long bytes) {
        return Map.entry(number, new GgmlType(numbers, bytes, Optional.empty()));
    }
}
