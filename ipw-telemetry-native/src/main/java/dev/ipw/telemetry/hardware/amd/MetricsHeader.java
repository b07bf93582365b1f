package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.KernelBlob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The header of {@code gpu_metrics}.
 *
 * @param format  the first part of its version
 * @param content the second part of its version
 * @param size    its bytes
 */
record MetricsHeader(int format, int content, int size) {
    private static final int FORMAT_OFFSET = 2;
    private static final int CONTENT_OFFSET = 3;

    /**
     * Reads the header.
     *
     * @return the header; empty if the file is too short
     * @throws IOException if the file cannot be read
     */
    static Optional<MetricsHeader> read(Path file) throws IOException {
        try (KernelBlob blob = KernelBlob.open(file, GpuMetricsLayout.HEADER_BYTES)) {
            return blob.read()
                    ? Optional.of(new MetricsHeader(blob.unsignedByte(FORMAT_OFFSET),
                            blob.unsignedByte(CONTENT_OFFSET), blob.unsignedShort(0)))
                    : Optional.empty();
        }
    }

    Optional<GpuMetricsLayout> layout() {
        return GpuMetricsLayout.of(format, content, size);
    }

    /** Returns whether it describes a processor with graphics. */
    boolean isOfProcessor() {
        return format > 1;
    }

    @Override
    public String toString() {
        return "gpu_metrics v" + format + "." + content;
    }
}
