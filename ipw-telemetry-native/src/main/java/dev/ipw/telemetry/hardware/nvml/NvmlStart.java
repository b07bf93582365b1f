package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The search for NVML, and its initialisation. Nothing is loaded on a machine without a sign of NVIDIA's driver.
 *
 * @param driver the initialised driver, for the caller to release; empty if there is none
 * @param whyNot the obstacle; empty if there is a driver
 */
record NvmlStart(Optional<NvmlDriver> driver, Optional<SensorStatus> whyNot) {
    private static final String NAME = "NVIDIA GPUs";
    private static final String OVERRIDE = "IPW_NVML_LIBRARY";
    private static final String NO_LIBRARY = "none";

    static NvmlStart of(TelemetryEnvironment environment, LongSupplier nanoClock) {
        Optional<String> given = given(environment);
        if (given.filter(NO_LIBRARY::equals).isPresent()) {
            return not(SensorStatus.unavailable(NvmlProvider.ID, NAME, OVERRIDE + " is '" + NO_LIBRARY + "'",
                    "take " + OVERRIDE + " away to read NVIDIA GPUs"));
        }
        List<String> names = given.map(List::of).orElseGet(() -> libraryNames(environment));
        if (names.isEmpty()) {
            return not(SensorStatus.unavailable(NvmlProvider.ID, NAME, "no NVIDIA driver is installed here",
                    "nothing to do without an NVIDIA GPU; otherwise install its driver, and in a container use the "
                            + "NVIDIA runtime"));
        }
        NativeLibrary.Loaded loaded = NativeLibrary.load(names);
        if (loaded.library().isEmpty()) {
            return not(failed(loaded.reason(), loaded.remedy().orElse(given.isPresent()
                    ? "let " + OVERRIDE + " name the driver's libnvidia-ml.so.1, or take it away"
                    : "install the driver's own package with libnvidia-ml, in a container use the NVIDIA runtime, or let "
                            + OVERRIDE + " name the library")));
        }
        NvmlDriver driver = new NvmlDriver(loaded.library().get(), nanoClock);
        NvmlStatus status = driver.initialise();
        return status == NvmlStatus.SUCCESS
                ? new NvmlStart(Optional.of(driver), Optional.empty())
                : not(failed(driver.libraryName() + " does not start: " + status.reason(), status.nextStep()));
    }

    /** Returns the name of the library that is loaded, for a reader. */
    static String libraryInWords(TelemetryEnvironment environment) {
        return given(environment).orElse(isWindows() ? "nvml.dll" : "libnvidia-ml.so.1") + ", NVIDIA's driver library,";
    }

    private static Optional<String> given(TelemetryEnvironment environment) {
        return Optional.ofNullable(environment.variables().get(OVERRIDE)).filter(path -> !path.isBlank());
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    private static NvmlStart not(SensorStatus why) {
        return new NvmlStart(Optional.empty(), Optional.of(why));
    }

    private static SensorStatus failed(String reason, String nextStep) {
        return SensorStatus.failed(NvmlProvider.ID, NAME, reason, nextStep);
    }

    /** Lists the names to try; empty if this machine shows no sign of the driver. */
    private static List<String> libraryNames(TelemetryEnvironment environment) {
        if (isWindows()) {
            return windowsLibraries(environment.variables());
        }
        boolean windowsSubsystem = Files.exists(environment.devfs().resolve("dxg"));
        boolean driver = Files.exists(environment.devfs().resolve("nvidiactl"))
                || Files.exists(environment.procfs().resolve("driver/nvidia"));
        return driver || windowsSubsystem
                ? List.of("libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1")
                : List.of();
    }

    /** Current drivers lie in the system's folder, older ones in one of their own. */
    private static List<String> windowsLibraries(Map<String, String> variables) {
        List<String> found = new ArrayList<>();
        for (Path path : List.of(Path.of(variables.getOrDefault("SystemRoot", "C:\\Windows"), "System32", "nvml.dll"),
                Path.of(variables.getOrDefault("ProgramW6432", "C:\\Program Files"), "NVIDIA Corporation", "NVSMI",
                        "nvml.dll"))) {
            if (Files.exists(path)) {
                found.add(path.toString());
            }
        }
        return found;
    }
}
