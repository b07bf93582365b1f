package dev.ipw.telemetry;

import org.apiguardian.api.API;

/**
 * A task to measure, without a result.
 *
 * @param <E> the exception that it may throw
 */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
public interface MeasuredAction<E extends Exception> {
    /**
     * Runs the task.
     *
     * @throws E if it fails
     */
    void act() throws E;
}
