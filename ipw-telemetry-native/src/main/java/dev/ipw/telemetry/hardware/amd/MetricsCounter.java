package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.KernelBlob;
import java.io.IOException;

/** The energy counter in {@code gpu_metrics}. */
final class MetricsCounter implements RawNumber {
    private static final String SHORT = "its gpu_metrics ends before the counter";

    private final KernelBlob blob;
    private final GpuMetricsLayout layout;
    private String reason = "";

    MetricsCounter(KernelBlob blob, GpuMetricsLayout layout) {
        this.blob = blob;
        this.layout = layout;
    }

    @Override
    public boolean read() {
        try {
            reason = SHORT;
            return blob.read();
        } catch (IOException gone) {
            reason = SysfsNumber.GONE;
            return false;
        }
    }

    @Override
    public long value() {
        return layout.energyBytes() == Integer.BYTES
                ? blob.unsignedInt(layout.energyOffset())
                : blob.wholeLong(layout.energyOffset());
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public void close() {
        blob.close();
    }
}
