package dev.ipw.telemetry;

/**
 * A task to measure, without a result. What a lambda without parameters and without a result is taken for.
 *
 * @param <E> what it may throw
 */
@FunctionalInterface
// Meant: a more special type is what the compiler prefers among overloads.
@SuppressWarnings("FunctionalInterfaceMethodChanged")
public interface MeasuredAction<E extends Exception> extends Runnable {
    /**
     * Do it.
     *
     * @throws E if it fails
     */
    void act() throws E;

    /**
     * Do it where nothing may be thrown.
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
