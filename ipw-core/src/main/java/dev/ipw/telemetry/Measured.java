package dev.ipw.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Hold what a measured task returned, and what the machine did meanwhile.
 *
 * @param <T>    what the task returns
 * @param value  what it returned
 * @param window what was sampled from its start to its end
 */
public record Measured<T extends @Nullable Object>(T value, TelemetryWindow window) {}
