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
import org.jspecify.annotations.Nullable;

/** The values of a struct, or of a row, under names that all structs of a column share. Cannot be changed. */
final class StructValues extends AbstractMap<String, @Nullable Object>
        implements
            SequencedMap<String, @Nullable Object> {
    private final Names names;
    private final @Nullable Object[] values;
    /**
     * The likely next field, because readers move from one to the next; only a guess, so that it may be stale on
     * another thread.
     */
    private int likelyNext;

    /** Creates a struct of values, one for each name; they are not copied. */
    StructValues(Names names, @Nullable Object[] values) {
        this.names = names;
        this.values = values;
    }

    /** The names of a struct's fields. */
    static final class Names {
        private final String[] inOrder;
        private final Map<String, Integer> places = new HashMap<>();

        Names(Collection<String> names) {
            inOrder = names.stream().map(String::intern).toArray(String[]::new);
            for (int place = 0; place < inOrder.length; place++) {
                places.put(inOrder[place], place);
            }
        }
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        int likely = likelyNext;
        if (likely < values.length && names.inOrder[likely].equals(name)) {
            likelyNext = likely + 1;
            return values[likely];
        }
        Integer place = names.places.get(name);
        if (place == null) {
            return null;
        }
        likelyNext = place + 1;
        return values[place];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return names.places.containsKey(name);
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public Collection<@Nullable Object> values() {
        return new AbstractList<>() {
            @Override
            public @Nullable Object get(int place) {
                return values[place];
            }

            @Override
            public int size() {
                return values.length;
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
                return values.length;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, @Nullable Object>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < values.length;
        }

        @Override
        public Map.Entry<String, @Nullable Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return new SimpleImmutableEntry<>(names.inOrder[next], values[next++]);
        }
    }
}
