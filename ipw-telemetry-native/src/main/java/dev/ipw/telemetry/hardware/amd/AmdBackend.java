package dev.ipw.telemetry.hardware.amd;

import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The way in which the cards are read. */
enum AmdBackend {
    /** The files of the driver amdgpu: no native code that could end this process. */
    SYSFS("sysfs"),
    /** AMD's library ROCm SMI. */
    ROCM_SMI("rocm-smi");

    private static final Path REAL = Path.of("/sys");

    private final String argument;

    AmdBackend(String argument) {
        this.argument = argument;
    }

    /**
     * Lists the ways to try; the first that gives power or energy is used. A library that the user names is tried
     * first; otherwise the files come first, since a defect of the library ends the JVM. The library reads the real
     * {@code /sys}: if the files are elsewhere, it is used only on request, so that two machines are never mixed.
     */
    static List<AmdBackend> of(TelemetryEnvironment environment) {
        if (environment.argument().isPresent()) {
            return List.of(parse(environment.argument().get()));
        }
        boolean namesLibrary = !environment.variables().getOrDefault(RocmSmi.LIBRARY_VARIABLE, "").isBlank();
        if (namesLibrary) {
            return List.of(ROCM_SMI, SYSFS);
        }
        return replacedRoot(environment).isPresent() ? List.of(SYSFS) : List.of(SYSFS, ROCM_SMI);
    }

    /** Returns the replacement of {@code /sys} for the files, which the library ignores; empty if there is none. */
    static Optional<Path> replacedRoot(TelemetryEnvironment environment) {
        return Optional.of(environment.sysfs()).filter(root -> !root.normalize().equals(REAL));
    }

    private static AmdBackend parse(String text) {
        for (AmdBackend way : values()) {
            if (way.argument.equals(text)) {
                return way;
            }
        }
        throw new ConfigurationException("The collector 'amd' cannot be read by way of '" + text
                + "'. Write amd:sysfs, amd:rocm-smi, or amd for whichever works");
    }
}
