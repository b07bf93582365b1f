package dev.ipw.benchmarks.dataset;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made on first use and kept. */
final class Once<T> implements Supplier<T> {
    private final Supplier<? extends T> maker;
    private @Nullable T made;

    Once(Supplier<? extends T> maker) {
        this.maker = maker;
    }

    @Override
    public synchronized T get() {
        T value = made;
        if (value == null) {
            value = maker.get();
            made = value;
        }
        return value;
    }
}
