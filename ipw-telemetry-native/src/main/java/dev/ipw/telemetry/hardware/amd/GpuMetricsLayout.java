package dev.ipw.telemetry.hardware.amd;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The place of the energy counter in one version of the structure {@code gpu_metrics}, as the kernel's
 * {@code kgd_pp_interface.h} defines it. A version is identified by its number and its size together: 1.6 was changed
 * between kernels.
 *
 * @param format       the first part of the version: 1 for graphics cards and accelerators, 2 and 3 for processors with
 *                     graphics, which count no energy
 * @param content      the second part of the version
 * @param size         bytes of the structure
 * @param energyOffset the offset of the counter
 * @param energyBytes  its width in bytes: 4 or 8
 */
record GpuMetricsLayout(int format, int content, int size, int energyOffset, int energyBytes) {
    /** Bytes at the beginning with the size, the format and the content. */
    static final int HEADER_BYTES = 4;
    /** Joules of one count, 2^-16. */
    static final double JOULES_PER_COUNT = 1.0 / 65_536;
    private static final int FIRST_WITH_WIDE_FIRMWARE_COUNTER = 4;
    private static final long NARROW_RANGE = 1L << 32;

    private static final List<GpuMetricsLayout> KNOWN = List.of(
            new GpuMetricsLayout(1, 0, 80, 36, Integer.BYTES),
            new GpuMetricsLayout(1, 1, 96, 24, Long.BYTES),
            new GpuMetricsLayout(1, 2, 104, 24, Long.BYTES),
            new GpuMetricsLayout(1, 3, 120, 24, Long.BYTES),
            new GpuMetricsLayout(1, 4, 288, 24, Long.BYTES),
            new GpuMetricsLayout(1, 5, 360, 88, Long.BYTES),
            new GpuMetricsLayout(1, 6, 384, 88, Long.BYTES),
            new GpuMetricsLayout(1, 6, 1664, 16, Long.BYTES),
            new GpuMetricsLayout(1, 7, 2208, 24, Long.BYTES),
            new GpuMetricsLayout(1, 8, 3872, 24, Long.BYTES));

    static Optional<GpuMetricsLayout> of(int format, int content, int size) {
        return KNOWN.stream()
                .filter(known -> known.format == format && known.content == content && known.size == size)
                .findFirst();
    }

    /** Returns the number of bytes that must be read to get the counter. */
    int bytesToRead() {
        return energyOffset + energyBytes;
    }

    /**
     * Returns the counts after which the counter starts at zero again; up to 1.3 the firmware's own counter may be
     * narrow.
     */
    OptionalLong range(long seen) {
        return content < FIRST_WITH_WIDE_FIRMWARE_COUNTER ? rangeOfNarrow(seen) : OptionalLong.empty();
    }

    /**
     * Returns the range of a counter that may have 32 bits, widened by the driver. Many cards have such a counter, but
     * not one whose value exceeds 32 bits.
     */
    static OptionalLong rangeOfNarrow(long seen) {
        return seen < NARROW_RANGE ? OptionalLong.of(NARROW_RANGE) : OptionalLong.empty();
    }
}
