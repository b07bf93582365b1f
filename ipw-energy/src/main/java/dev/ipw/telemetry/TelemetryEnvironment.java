package dev.ipw.telemetry;

import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The places where collectors look. {@code IPW_SYSFS_ROOT} replaces {@code /sys}, {@code IPW_PROCFS_ROOT} replaces
 * {@code /proc} and {@code IPW_DEVFS_ROOT} replaces {@code /dev}, for containers that hide them and for tests.
 *
 * @param variables  environment variables
 * @param argument   the text after the collector's id and a colon, for example a URL
 * @param parameters the following parts {@code key=value}; a key that the collector does not read is refused
 */
@API(status = API.Status.EXPERIMENTAL)
public record TelemetryEnvironment(Map<String, String> variables, Optional<String> argument, Parameters parameters) {
    /** Copies the variables. */
    public TelemetryEnvironment {
        variables = Map.copyOf(variables);
    }

    /**
     * Returns the environment given by this process's environment variables.
     *
     * @return the environment of this process, without an argument
     */
    public static TelemetryEnvironment system() {
        return of(System.getenv());
    }

    /**
     * Returns the environment given by other environment variables.
     *
     * @param variables environment variables
     * @return the environment, without an argument
     */
    public static TelemetryEnvironment of(Map<String, String> variables) {
        return new TelemetryEnvironment(variables, Optional.empty(), Parameters.none("the collector"));
    }

    /**
     * Returns a copy with an argument for the collector.
     *
     * @param text the text after the colon
     * @return a copy with the argument
     */
    public TelemetryEnvironment withArgument(String text) {
        return new TelemetryEnvironment(variables, Optional.of(text), parameters);
    }

    /**
     * Returns a copy with parameters for the collector.
     *
     * @param values the parameters after its id and its argument
     * @return a copy with the parameters
     */
    public TelemetryEnvironment withParameters(Parameters values) {
        return new TelemetryEnvironment(variables, argument, values);
    }

    /**
     * Returns the kernel's device tree.
     *
     * @return {@code IPW_SYSFS_ROOT} or {@code /sys}
     */
    public Path sysfs() {
        return Path.of(variables.getOrDefault("IPW_SYSFS_ROOT", "/sys"));
    }

    /**
     * Returns the kernel's process tree.
     *
     * @return {@code IPW_PROCFS_ROOT} or {@code /proc}
     */
    public Path procfs() {
        return Path.of(variables.getOrDefault("IPW_PROCFS_ROOT", "/proc"));
    }

    /**
     * Returns the kernel's device files.
     *
     * @return {@code IPW_DEVFS_ROOT} or {@code /dev}
     */
    public Path devfs() {
        return Path.of(variables.getOrDefault("IPW_DEVFS_ROOT", "/dev"));
    }
}
