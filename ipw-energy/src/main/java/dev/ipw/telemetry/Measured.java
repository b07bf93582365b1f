package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergyUse;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A measured task.
 *
 * @param <T>    the type of the task's result; {@link Void} for a task without one
 * @param value  the task's result; null for a task without one
 * @param window the samples from the task's start to its end
 */
@API(status = API.Status.EXPERIMENTAL)
public record Measured<T extends @Nullable Object>(T value, TelemetryWindow window) implements EnergyUse {
    @Override
    public EnergyReading energy() {
        return window.energy();
    }

    /** Formats the joules for a reader, as {@link TelemetryWindow#toString()} does, without the value. */
    @Override
    public String toString() {
        return window.toString();
    }
}
