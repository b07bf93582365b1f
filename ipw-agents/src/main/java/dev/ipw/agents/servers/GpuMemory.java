package dev.ipw.agents.servers;

import dev.ipw.error.IpwException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The memory use of a GPU.
 *
 * @param index      its number in the driver's order
 * @param name       the manufacturer's name
 * @param usedBytes  bytes in use
 * @param totalBytes total bytes
 */
public record GpuMemory(int index, String name, double usedBytes, double totalBytes) {
    private static final String COLLECTOR = "nvml";
    private static final double GIBI = 1L << 30;

    /**
     * Reads the NVIDIA GPUs of this machine once.
     *
     * @return the GPUs that report their memory; empty without a driver
     */
    public static List<GpuMemory> read() {
        try (TelemetrySession session = TelemetrySession.builder().collectors(COLLECTOR).open()) {
            List<SensorReading> latest = session.latest();
            List<GpuMemory> found = new ArrayList<>();
            for (DeviceInfo device : session.devices()) {
                OptionalDouble used = value(latest, device.device(), Quantity.MEMORY_USED_BYTES);
                OptionalDouble total = value(latest, device.device(), Quantity.MEMORY_TOTAL_BYTES);
                if (used.isPresent() && total.isPresent() && device.index().isPresent()) {
                    found.add(new GpuMemory(device.index().getAsInt(), device.name(), used.getAsDouble(),
                            total.getAsDouble()));
                }
            }
            return found;
        } catch (IpwException none) {
            // The collector is missing, or has no driver to ask.
            return List.of();
        }
    }

    private static OptionalDouble value(List<SensorReading> latest, String device, Quantity quantity) {
        return latest.stream().filter(one -> one.sensor().device().equals(device))
                .filter(one -> one.sensor().quantity() == quantity).map(SensorReading::value)
                .filter(OptionalDouble::isPresent).findFirst().orElse(OptionalDouble.empty());
    }

    /** Returns the number of free bytes. */
    double freeBytes() {
        return Math.max(0, totalBytes - usedBytes);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "GPU %d (%s, %.1f of %.1f GiB free)", index, name, freeBytes() / GIBI,
                totalBytes / GIBI);
    }
}
