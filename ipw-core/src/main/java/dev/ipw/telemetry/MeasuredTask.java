package dev.ipw.telemetry;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task to measure. Being all that a lambda without parameters can be, it is what the compiler takes such a one for wherever that
 * has a result.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
// Meant: a more special type is what the compiler prefers among overloads.
@SuppressWarnings("FunctionalInterfaceMethodChanged")
public interface MeasuredTask<T extends @Nullable Object, E extends Exception>
        extends
            Callable<T>,
            Supplier<T>,
            MeasuredAction<E> {
    /**
     * Do it.
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
     * Do it where nothing may be thrown.
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
