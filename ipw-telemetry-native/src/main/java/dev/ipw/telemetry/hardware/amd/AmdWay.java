package dev.ipw.telemetry.hardware.amd;

import dev.ipw.error.ConfigurationException;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.util.List;

/** Choose how the cards are read. */
enum AmdWay {
    /** The files of the driver amdgpu: no native code that could end this process. */
    SYSFS("sysfs"),
    /** AMD's library ROCm SMI. */
    ROCM_SMI("rocm-smi");

    private final String argument;

    AmdWay(String argument) {
        this.argument = argument;
    }

    /**
     * List the ways to try, the first that gives power or energy being taken. Naming a library asks for it; otherwise the
     * files come first, since a defect of the library ends the JVM.
     */
    static List<AmdWay> of(TelemetryEnvironment environment) {
        if (environment.argument().isPresent()) {
            return List.of(parse(environment.argument().get()));
        }
        boolean namesLibrary = !environment.variables().getOrDefault(RocmSmi.LIBRARY_VARIABLE, "").isBlank();
        return namesLibrary ? List.of(ROCM_SMI, SYSFS) : List.of(SYSFS, ROCM_SMI);
    }

    private static AmdWay parse(String text) {
        for (AmdWay way : values()) {
            if (way.argument.equals(text)) {
                return way;
            }
        }
        throw new ConfigurationException("The collector 'amd' cannot be read by way of '" + text
                + "'. Write amd:sysfs, amd:rocm-smi, or amd for whichever works");
    }
}
