package dev.ipw.statistics.internal;

import dev.ipw.internal.file.ScratchFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Whole numbers in ascending order. Memory holds half a million of them, a temporary file the others in sorted parts. */
final class SortedKeys {
    private static final int FIRST_ROOM = 64;
    private static final int MAX_HELD = 1 << 19;
    private static final int PAGE = 1 << 12;

    private long[] held = new long[FIRST_ROOM];
    private int count;
    private int parts;
    private @Nullable ScratchFile file;

    void add(long key) {
        if (count == MAX_HELD) {
            store();
        } else if (count == held.length) {
            held = Arrays.copyOf(held, 2 * count);
        }
        held[count++] = key;
    }

    private void store() {
        Arrays.sort(held);
        if (file == null) {
            file = ScratchFile.create();
        }
        ByteBuffer bytes = ByteBuffer.allocate(MAX_HELD * Long.BYTES);
        bytes.asLongBuffer().put(held);
        file.write((long) parts * bytes.capacity(), bytes.array());
        parts++;
        count = 0;
    }

    /** Returns how many there are. */
    long size() {
        return (long) parts * MAX_HELD + count;
    }

    /** Passes all of them to a consumer, in ascending order. */
    void forEach(LongConsumer consumer) {
        Arrays.sort(held, 0, count);
        List<Part> unread = new ArrayList<>();
        for (int part = 0; file != null && part < parts; part++) {
            unread.add(new Part(file, part));
        }
        int next = 0;
        while (!unread.isEmpty()) {
            Part least = unread.getFirst();
            for (Part one : unread) {
                least = one.key() < least.key() ? one : least;
            }
            for (; next < count && held[next] < least.key(); next++) {
                consumer.accept(held[next]);
            }
            consumer.accept(least.key());
            if (!least.advance()) {
                unread.remove(least);
            }
        }
        for (; next < count; next++) {
            consumer.accept(held[next]);
        }
    }

    /** A reader of one sorted part. */
    private static final class Part {
        private final ScratchFile file;
        private final long first;
        private final long[] page = new long[PAGE];
        private int place;

        Part(ScratchFile file, int part) {
            this.file = file;
            first = (long) part * MAX_HELD;
            load();
        }

        private void load() {
            byte[] bytes = new byte[PAGE * Long.BYTES];
            file.read((first + place) * Long.BYTES, bytes);
            ByteBuffer.wrap(bytes).asLongBuffer().get(page);
        }

        long key() {
            return page[place % PAGE];
        }

        boolean advance() {
            place++;
            if (place % PAGE == 0 && place < MAX_HELD) {
                load();
            }
            return place < MAX_HELD;
        }
    }
}
