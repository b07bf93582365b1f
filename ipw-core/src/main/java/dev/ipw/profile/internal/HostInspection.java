package dev.ipw.profile.internal;

import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.SampledDevice;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The inspection of the machine without putting load on it. */
public final class HostInspection {
    private static final int MAX_LABEL = 40;
    private static final Set<String> NOISE = Set.of("r", "tm", "c", "cpu", "processor", "with", "core", "cores", "inc",
            "corp", "corporation", "genuine", "authentic", "nvidia", "amd", "intel");

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
                Runtime.getRuntime().availableProcessors(), processorBrand(environment));
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
        String name = devices.stream().filter(SampledDevice::isGpu).map(gpu -> gpu.info().name()).findFirst()
                .or(system::processorBrand).orElse("");
        String label = Arrays.stream(name.split("@")[0]
                .replaceAll("\\d+-[Cc]ore", "").split("[^A-Za-z0-9]+"))
                .filter(word -> !word.isEmpty() && !NOISE.contains(word.toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining());
        return label.isEmpty() ? "UNKNOWN_HW" : label.substring(0, Math.min(label.length(), MAX_LABEL));
    }

    private static Optional<String> processorBrand(TelemetryEnvironment environment) {
        try (Stream<String> lines = Files.lines(environment.procfs().resolve("cpuinfo"), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .map(String::strip).filter(name -> !name.isEmpty()).findFirst();
        } catch (IOException | RuntimeException noSuchTree) {
            return Optional.ofNullable(environment.variables().get("PROCESSOR_IDENTIFIER"));
        }
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
