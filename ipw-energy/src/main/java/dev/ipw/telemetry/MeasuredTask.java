package dev.ipw.telemetry;

import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A task to measure, with a result. It is also an action, so that the compiler prefers it where a lambda or a method
 * could be either.
 *
 * @param <T> the type of the result
 * @param <E> the exception that it may throw
 */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
// Intended: among overloads the compiler prefers the more specific type.
@SuppressWarnings("FunctionalInterfaceMethodChanged")
public interface MeasuredTask<T extends @Nullable Object, E extends Exception> extends MeasuredAction<E> {
    /**
     * Runs the task.
     *
     * @return its result
     * @throws E if it fails
     */
    T call() throws E;

    @Override
    default void act() throws E {
        call();
    }
}
