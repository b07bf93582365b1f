package dev.ipw.telemetry;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Say where collectors look. {@code IPW_SYSFS_ROOT} replaces {@code /sys} and {@code IPW_PROCFS_ROOT} replaces
 * {@code /proc}, for containers that hide them and for tests.
 *
 * @param variables environment variables
 * @param argument  what stood after the collector's id and a colon, for example a URL
 */
public record TelemetryEnvironment(Map<String, String> variables, Optional<String> argument) {
    /** Copy the variables. */
    public TelemetryEnvironment {
        variables = Map.copyOf(variables);
    }

    /**
     * Look at this machine as its process environment says.
     *
     * @return the environment of this process, without an argument
     */
    public static TelemetryEnvironment system() {
        return new TelemetryEnvironment(System.getenv(), Optional.empty());
    }

    /**
     * Give a collector its argument.
     *
     * @param text what stood after the colon
     * @return a copy with the argument
     */
    public TelemetryEnvironment withArgument(String text) {
        return new TelemetryEnvironment(variables, Optional.of(text));
    }

    /**
     * Find the kernel's device tree.
     *
     * @return {@code IPW_SYSFS_ROOT} or {@code /sys}
     */
    public Path sysfs() {
        return Path.of(variables.getOrDefault("IPW_SYSFS_ROOT", "/sys"));
    }

    /**
     * Find the kernel's process tree.
     *
     * @return {@code IPW_PROCFS_ROOT} or {@code /proc}
     */
    public Path procfs() {
        return Path.of(variables.getOrDefault("IPW_PROCFS_ROOT", "/proc"));
    }
}
