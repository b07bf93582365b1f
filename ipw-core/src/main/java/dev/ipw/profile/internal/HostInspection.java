package dev.ipw.profile.internal;

import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.SampledDevice;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.internal.host.HardwareName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The inspection of the machine without putting load on it. */
public final class HostInspection {
    private HostInspection() {}

    /**
     * Describes this machine.
     *
     * @param environment where the kernel's trees lie
     * @return the description; unreadable values are absent
     */
    public static SystemInfo describe(TelemetryEnvironment environment) {
        return new SystemInfo(System.getProperty("os.name", "unknown"), System.getProperty("os.version", "unknown"),
                firstLine(environment.procfs().resolve("sys/kernel/osrelease")),
                firstLine(environment.procfs().resolve("sys/kernel/hostname"))
                        .or(() -> Optional.ofNullable(environment.variables().get("COMPUTERNAME"))),
                Runtime.getRuntime().availableProcessors(), HardwareName.ofProcessor(environment));
    }

    /** Returns the id of this machine's start, which no other machine has; empty where the kernel has none. */
    static Optional<String> bootId(TelemetryEnvironment environment) {
        return firstLine(environment.procfs().resolve("sys/kernel/random/boot_id"));
    }

    /**
     * Returns a short name of a machine for folder names.
     *
     * @param system  the machine
     * @param devices its sampled devices
     * @return letters and digits: the name of its first sampled graphics processor, otherwise of its processor,
     *         {@code UNKNOWN_HW} if that has no name
     */
    public static String label(SystemInfo system, List<SampledDevice> devices) {
        return HardwareName.label(devices.stream().filter(SampledDevice::isGpu).map(gpu -> gpu.info().name())
                .findFirst().or(system::processorBrand));
    }

    private static Optional<String> firstLine(Path file) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).findFirst();
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
