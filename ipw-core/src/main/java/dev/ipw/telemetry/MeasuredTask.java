package dev.ipw.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * A task to measure.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface MeasuredTask<T extends @Nullable Object, E extends Exception> {
    /**
     * Do it.
     *
     * @return its result
     * @throws E if it fails
     */
    T run() throws E;
}
