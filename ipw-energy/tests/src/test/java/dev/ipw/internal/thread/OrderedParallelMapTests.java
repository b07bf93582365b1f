package dev.ipw.internal.thread;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OrderedParallelMapTests {
    private static <T> List<T> taken(Iterator<T> from, List<T> into) {
        while (from.hasNext()) {
            into.add(from.next());
        }
        return into;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 64, 65, 1000})
    void givesAllInTheirOrder(int size) {
        Random random = new Random(size);
        List<Integer> numbers = random.ints(size).boxed().toList();
        List<Integer> mapped = taken(new OrderedParallelMap<>(numbers.iterator(), Integer::reverse),
                new ArrayList<>());
        assertThat(mapped).isEqualTo(numbers.stream().map(Integer::reverse).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 100, 499})
    void failsOnlyWhenItsTurnHasCome(int bad) {
        List<Integer> before = new ArrayList<>();
        Iterator<Integer> mapping = new OrderedParallelMap<>(IntStream.range(0, 500).iterator(), number -> {
            if (number == bad) {
                throw new IllegalStateException("no " + number);
            }
            return -number;
        });
        assertThatThrownBy(() -> taken(mapping, before)).isInstanceOf(IllegalStateException.class)
                .hasMessage("no " + bad);
        assertThat(before).hasSize(bad);
        assertThatThrownBy(mapping::hasNext).hasMessage("no " + bad);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 100, 499})
    void givesWhatStoodBeforeADamageOfTheSource(int damage) {
        Iterator<Integer> source = IntStream.range(0, 500).peek(number -> {
            if (number == damage) {
                throw new IllegalStateException("damaged");
            }
        }).iterator();
        List<Integer> before = new ArrayList<>();
        Iterator<Integer> mapping = new OrderedParallelMap<>(source, number -> number);
        assertThatThrownBy(() -> taken(mapping, before)).hasMessage("damaged");
        assertThat(before).hasSize(damage);
    }

    @Test
    void needsNoThreadOfAPoolThatOthersKeepBusy() {
        CountDownLatch end = new CountDownLatch(1);
        for (int worker = 0; worker < 4 * Math.max(1, ForkJoinPool.getCommonPoolParallelism()); worker++) {
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    end.await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        try {
            assertThat(taken(new OrderedParallelMap<>(IntStream.range(0, 1000).iterator(), number -> -number),
                    new ArrayList<>())).hasSize(1000);
        } finally {
            end.countDown();
        }
    }

    @Test
    void handsOnAnError() {
        Iterator<Integer> mapping = new OrderedParallelMap<>(List.of(1).iterator(), number -> {
            throw new OutOfMemoryError("no room");
        });
        assertThatThrownBy(mapping::next).isInstanceOf(OutOfMemoryError.class).hasMessage("no room");
    }

    @Test
    void readsOnlyAFewAhead() {
        AtomicInteger read = new AtomicInteger();
        Iterator<Integer> mapping = new OrderedParallelMap<>(
                IntStream.iterate(0, number -> number + 1).peek(number -> read.incrementAndGet()).iterator(),
                number -> number);
        assertThat(mapping.next()).isZero();
        assertThat(read).hasValueLessThan(100);
    }

    @Test
    void hasNothingBehindItsEnd() {
        Iterator<Integer> none = new OrderedParallelMap<>(List.<Integer>of().iterator(), number -> number);
        assertThatThrownBy(none::next).isInstanceOf(NoSuchElementException.class);
    }
}
