package dev.ipw.telemetry;

/**
 * A task to measure, without a result.
 *
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface MeasuredAction<E extends Exception> {
    /**
     * Do it.
     *
     * @throws E if it fails
     */
    void run() throws E;
}
