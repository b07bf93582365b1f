package dev.ipw.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The result of a measured task and its telemetry window.
 *
 * @param <T>    the type of the result
 * @param value  the result
 * @param window the samples from the task's start to its end
 */
public record Measured<T extends @Nullable Object>(T value, TelemetryWindow window) {
    /** Formats the joules for a reader, as {@link TelemetryWindow#toString()} does, without the value. */
    @Override
    public String toString() {
        return window.toString();
    }
}
