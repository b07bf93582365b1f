package dev.ipw.telemetry;

import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Define where collectors look. {@code IPW_SYSFS_ROOT} replaces {@code /sys}, {@code IPW_PROCFS_ROOT} replaces {@code
 * /proc} and {@code IPW_DEVFS_ROOT} replaces {@code /dev}, for containers that hide them and for tests.
 *
 * @param variables  environment variables
 * @param argument   what stood after the collector's id and a colon, for example a URL
 * @param parameters what stood behind that as {@code key=value}; a key that the collector does not read is refused
 */
public record TelemetryEnvironment(Map<String, String> variables, Optional<String> argument, Parameters parameters) {
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
        return of(System.getenv());
    }

    /**
     * Look at this machine as other environment variables say.
     *
     * @param variables environment variables
     * @return the environment, without an argument
     */
    public static TelemetryEnvironment of(Map<String, String> variables) {
        return new TelemetryEnvironment(variables, Optional.empty(), Parameters.none("the collector"));
    }

    /**
     * Return a collector its argument.
     *
     * @param text what stood after the colon
     * @return a copy with the argument
     */
    public TelemetryEnvironment withArgument(String text) {
        return new TelemetryEnvironment(variables, Optional.of(text), parameters);
    }

    /**
     * Return a collector its parameters.
     *
     * @param values what stood behind its id and its argument
     * @return a copy with the parameters
     */
    public TelemetryEnvironment withParameters(Parameters values) {
        return new TelemetryEnvironment(variables, argument, values);
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

    /**
     * Find the kernel's device files.
     *
     * @return {@code IPW_DEVFS_ROOT} or {@code /dev}
     */
    public Path devfs() {
        return Path.of(variables.getOrDefault("IPW_DEVFS_ROOT", "/dev"));
    }
}
