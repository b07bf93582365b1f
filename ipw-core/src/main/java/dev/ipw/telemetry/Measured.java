package dev.ipw.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Hold the result of a measured task and its telemetry window.
 *
 * @param <T>    what the task returns
 * @param value  what it returned
 * @param window what was sampled from its start to its end
 */
public record Measured<T extends @Nullable Object>(T value, TelemetryWindow window) {
    /** Write the joules for a person, as {@link TelemetryWindow#toString()} does; the value is not in it. */
    @Override
    public String toString() {
        return window.toString();
    }
}
