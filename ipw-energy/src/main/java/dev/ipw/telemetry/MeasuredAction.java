package dev.ipw.telemetry;

/**
 * A task to measure, without a result. The compiler chooses this type for a lambda without parameters and without a
 * result.
 *
 * @param <E> the exception that it may throw
 */
@FunctionalInterface
// Intended: among overloads the compiler prefers the more specific type.
@SuppressWarnings("FunctionalInterfaceMethodChanged")
public interface MeasuredAction<E extends Exception> extends Runnable {
    /**
     * Runs the task.
     *
     * @throws E if it fails
     */
    void act() throws E;

    /**
     * Runs the task where checked exceptions are not allowed.
     *
     * @throws IllegalStateException around a checked exception
     */
    @Override
    default void run() {
        try {
            act();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
