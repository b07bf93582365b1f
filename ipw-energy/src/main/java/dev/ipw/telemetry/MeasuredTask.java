package dev.ipw.telemetry;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task to measure, with a result. It extends every type that a lambda without parameters can have, so the compiler
 * chooses it for any such lambda with a result.
 *
 * @param <T> the type of the result
 * @param <E> the exception that it may throw
 */
@FunctionalInterface
// Intended: among overloads the compiler prefers the more specific type.
@SuppressWarnings("FunctionalInterfaceMethodChanged")
public interface MeasuredTask<T extends @Nullable Object, E extends Exception>
        extends
            Callable<T>,
            Supplier<T>,
            MeasuredAction<E> {
    /**
     * Runs the task.
     *
     * @return its result
     * @throws E if it fails
     */
    @Override
    T call() throws E;

    @Override
    default void act() throws E {
        call();
    }

    /**
     * Runs the task where checked exceptions are not allowed.
     *
     * @return its result
     * @throws IllegalStateException around a checked exception
     */
    @Override
    default T get() {
        try {
            return call();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
