package dev.ipw.internal.table;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The values of a struct, or of a row, under names that all structs of a column share. Cannot be changed. */
abstract class StructValues extends AbstractMap<String, @Nullable Object>
        implements
            SequencedMap<String, @Nullable Object> {
    private final Names names;
    /** The place of the field that was read last; -1 before the first. */
    private int last = -1;

    /** Creates a struct with a value for each name. */
    StructValues(Names names) {
        this.names = names;
    }

    /** Returns the value of a field by its place. */
    abstract @Nullable Object at(int place);

    /** Values that were read. */
    static final class Known extends StructValues {
        private final @Nullable Object[] values;

        /** Creates a struct of values, one for each name; they are not copied. */
        Known(Names names, @Nullable Object[] values) {
            super(names);
            this.values = values;
        }

        @Override
        @Nullable
        Object at(int place) {
            return values[place];
        }
    }

    /** The names of a struct's fields. */
    static final class Names {
        private final String[] inOrder;
        private final Map<String, Integer> places = new HashMap<>();
        /**
         * The place that was read after each place, because readers read the same fields of each struct in the same
         * order; first the one at the start. Only a guess, so that it may be stale on another thread.
         */
        private final int[] following;

        Names(Collection<String> names) {
            inOrder = names.stream().map(String::intern).toArray(String[]::new);
            for (int place = 0; place < inOrder.length; place++) {
                places.put(inOrder[place], place);
            }
            following = IntStream.rangeClosed(0, inOrder.length).toArray();
        }
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        int likely = names.following[last + 1];
        if (likely < size() && names.inOrder[likely].equals(name)) {
            last = likely;
            return at(likely);
        }
        Integer place = names.places.get(name);
        if (place == null) {
            return null;
        }
        names.following[last + 1] = place;
        last = place;
        return at(place);
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return names.places.containsKey(name);
    }

    @Override
    public int size() {
        return names.inOrder.length;
    }

    @Override
    public Collection<@Nullable Object> values() {
        return new AbstractList<>() {
            @Override
            public @Nullable Object get(int place) {
                return at(place);
            }

            @Override
            public int size() {
                return StructValues.this.size();
            }
        };
    }

    @Override
    public SequencedMap<String, @Nullable Object> reversed() {
        SequencedMap<String, @Nullable Object> copy = new LinkedHashMap<String, @Nullable Object>(this);
        return copy.reversed();
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return StructValues.this.size();
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, @Nullable Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size();
        }

        @Override
        public Map.Entry<String, @Nullable Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return new SimpleImmutableEntry<>(names.inOrder[next], at(next++));
        }
    }
}
