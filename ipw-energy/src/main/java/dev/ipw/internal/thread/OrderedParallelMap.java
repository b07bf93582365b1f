package dev.ipw.internal.thread;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A map over the elements of an iterator on all processors, a few ahead, with results in their order. The source is
 * read by the thread that takes the elements. That thread itself maps elements that no other thread has begun, so that
 * it never waits for a busy pool. A failure is thrown in its turn: all elements before it are returned first.
 *
 * @param <S> the type of the elements
 * @param <T> the type of the results
 */
public final class OrderedParallelMap<S, T> implements Iterator<T> {
    private static final int BATCH = 16;
    private static final int BATCHES_AHEAD = 4;

    private final Iterator<? extends S> source;
    private final Function<? super S, ? extends T> mapping;
    private final ArrayDeque<AtomicReference<@Nullable Batch>> ahead = new ArrayDeque<>();
    private Mapped<T> current = new Mapped<>(List.of(), Optional.empty());
    private int taken;
    private Optional<RuntimeException> sourceFailure = Optional.empty();

    /**
     * Maps an iterator.
     *
     * @param source  provides the elements; nobody else may read it
     * @param mapping converts an element, on any thread; must be stateless
     */
    public OrderedParallelMap(Iterator<? extends S> source, Function<? super S, ? extends T> mapping) {
        this.source = source;
        this.mapping = mapping;
    }

    /** Mapped elements, and the failure of the one after them. */
    private record Mapped<T>(List<T> elements, Optional<RuntimeException> failure) {}

    /** A batch of elements, mapped once, on the first free thread. */
    private final class Batch {
        private final List<S> read;
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CompletableFuture<Mapped<T>> mapped = new CompletableFuture<>();

        Batch(List<S> read) {
            this.read = read;
        }

        void map() {
            if (begun.compareAndSet(false, true)) {
                try {
                    mapped.complete(mapped(read));
                } catch (Error error) {
                    mapped.completeExceptionally(error);
                }
            }
        }

        Mapped<T> await() {
            map();
            try {
                return mapped.join();
            } catch (CompletionException failed) {
                if (failed.getCause() instanceof Error error) {
                    throw error;
                }
                throw failed;
            }
        }
    }

    @Override
    public boolean hasNext() {
        while (taken == current.elements.size()) {
            current.failure.ifPresent(failure -> {
                throw failure;
            });
            readAhead();
            if (ahead.isEmpty()) {
                sourceFailure.ifPresent(failure -> {
                    throw failure;
                });
                return false;
            }
            // The pool may run it late or never, and must not keep it in memory until then.
            current = Objects.requireNonNull(ahead.remove().getAndSet(null)).await();
            taken = 0;
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return current.elements.get(taken++);
    }

    private void readAhead() {
        while (ahead.size() < BATCHES_AHEAD) {
            List<S> read = read();
            if (read.isEmpty()) {
                return;
            }
            AtomicReference<@Nullable Batch> batch = new AtomicReference<>(new Batch(read));
            ahead.add(batch);
            ForkJoinPool.commonPool().execute(() -> {
                Batch untaken = batch.get();
                if (untaken != null) {
                    untaken.map();
                }
            });
        }
    }

    private List<S> read() {
        List<S> read = new ArrayList<>(BATCH);
        try {
            while (sourceFailure.isEmpty() && read.size() < BATCH && source.hasNext()) {
                read.add(source.next());
            }
        } catch (RuntimeException failure) {
            sourceFailure = Optional.of(failure);
        }
        return read;
    }

    private Mapped<T> mapped(List<S> read) {
        List<T> elements = new ArrayList<>(read.size());
        try {
            for (S element : read) {
                elements.add(mapping.apply(element));
            }
            return new Mapped<>(elements, Optional.empty());
        } catch (RuntimeException failure) {
            return new Mapped<>(elements, Optional.of(failure));
        }
    }
}
