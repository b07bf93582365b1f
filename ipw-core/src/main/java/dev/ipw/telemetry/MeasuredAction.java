package dev.ipw.telemetry;

/**
 * Do something worth measuring that has no result.
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
