package dev.ipw.internal.thread;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;

/**
 * Map the elements of an iterator on all processors, a few ahead, and give them in their order. The source is read by the
 * thread that takes the elements. What fails, fails when its turn has come: all elements before it are given first.
 *
 * @param <S> what is mapped
 * @param <T> what it becomes
 */
public final class OrderedParallelMap<S, T> implements Iterator<T> {
    private static final int BATCH = 16;
    private static final int BATCHES_AHEAD = 4;

    private final Iterator<? extends S> source;
    private final Function<? super S, ? extends T> mapping;
    private final ArrayDeque<ForkJoinTask<Batch<T>>> ahead = new ArrayDeque<>();
    private Batch<T> current = new Batch<>(List.of(), Optional.empty());
    private int taken;
    private Optional<RuntimeException> sourceFailure = Optional.empty();

    /**
     * Map an iterator.
     *
     * @param source  gives the elements; nobody else may read it
     * @param mapping makes one of another, on any thread; must keep no state
     */
    public OrderedParallelMap(Iterator<? extends S> source, Function<? super S, ? extends T> mapping) {
        this.source = source;
        this.mapping = mapping;
    }

    /** Holds mapped elements, and why the one behind them could not be mapped. */
    private record Batch<T>(List<T> elements, Optional<RuntimeException> failure) {}

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
            current = ahead.remove().join();
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
            ahead.add(ForkJoinPool.commonPool().submit(() -> mapped(read)));
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

    private Batch<T> mapped(List<S> read) {
        List<T> elements = new ArrayList<>(read.size());
        try {
            for (S element : read) {
                elements.add(mapping.apply(element));
            }
            return new Batch<>(elements, Optional.empty());
        } catch (RuntimeException failure) {
            return new Batch<>(elements, Optional.of(failure));
        }
    }
}
