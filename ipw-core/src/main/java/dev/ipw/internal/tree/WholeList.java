package dev.ipw.internal.tree;

import java.util.AbstractList;

/** A list of whole numbers that holds none of them as an object. */
public final class WholeList extends AbstractList<Long> {
    private final long[] values;

    /**
     * Creates a list.
     *
     * @param values its elements, not copied
     */
    public WholeList(long[] values) {
        this.values = values;
    }

    @Override
    public Long get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }

    long[] toLongArray() {
        return values.clone();
    }
}
