package dev.ipw.telemetry.internal.host;

import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of processors, and labels for files made from names of hardware. */
public final class HardwareName {
    private static final int MAX_LABEL = 40;
    private static final Set<String> NOISE = Set.of("r", "tm", "c", "cpu", "processor", "with", "core", "cores", "inc",
            "corp", "corporation", "genuine", "authentic", "nvidia", "amd", "intel");

    private HardwareName() {}

    /**
     * Returns the name of this machine's processor.
     *
     * @param environment where the kernel's trees lie
     * @return the name; empty if the kernel gives none
     */
    public static Optional<String> ofProcessor(TelemetryEnvironment environment) {
        try (Stream<String> lines = Files.lines(environment.procfs().resolve("cpuinfo"), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .map(String::strip).filter(name -> !name.isEmpty()).findFirst();
        } catch (IOException | RuntimeException noSuchTree) {
            return Optional.ofNullable(environment.variables().get("PROCESSOR_IDENTIFIER"));
        }
    }

    /**
     * Returns a short label for names of files and folders.
     *
     * @param hardware the name of a processor or device
     * @return letters and digits, {@code UNKNOWN_HW} without a name
     */
    public static String label(Optional<String> hardware) {
        String label = Arrays.stream(hardware.orElse("").split("@")[0]
                .replaceAll("\\d+-[Cc]ore", "").split("[^A-Za-z0-9]+"))
                .filter(word -> !word.isEmpty() && !NOISE.contains(word.toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining());
        return label.isEmpty() ? "UNKNOWN_HW" : label.substring(0, Math.min(label.length(), MAX_LABEL));
    }
}
