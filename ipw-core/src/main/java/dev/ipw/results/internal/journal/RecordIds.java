package dev.ipw.results.internal.journal;

import dev.ipw.internal.file.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A set of ids of records, in 8 bytes each: the first of their SHA-256. Two of a million ids share them with a chance
 * of one in thirty million. One thread adds them; when all are added, any thread may read.
 */
public final class RecordIds {
    private static final int FIRST_ROOM = 1024;

    private long[] slots = new long[FIRST_ROOM];
    private int count;

    /** Creates an empty set. */
    public RecordIds() {}

    /**
     * Adds an id.
     *
     * @param id the record's id
     * @return false if it was already in the set
     */
    public boolean add(String id) {
        return add(keyOf(id));
    }

    /** Adds the id of a key; returns false if it was already in the set. */
    boolean add(long key) {
        int slot = slot(key);
        if (slots[slot] == key) {
            return false;
        }
        slots[slot] = key;
        count++;
        if (count > slots.length / 2) {
            grow();
        }
        return true;
    }

    /**
     * Returns whether an id is in the set.
     *
     * @param id the record's id
     * @return true if it was added
     */
    public boolean contains(String id) {
        return contains(keyOf(id));
    }

    boolean contains(long key) {
        return slots[slot(key)] == key;
    }

    /**
     * Returns the number of ids.
     *
     * @return the number of different ids
     */
    public int size() {
        return count;
    }

    /** Returns the key of an id, which takes longer than to look it up. */
    static long keyOf(String id) {
        long key = ByteBuffer.wrap(new Sha256().add(id).bytes()).getLong();
        // Zero marks an empty slot.
        return key == 0 ? 1 : key;
    }

    /** Returns the slot of a key, or the one where it belongs. */
    private int slot(long key) {
        int slot = (int) key & slots.length - 1;
        while (slots[slot] != 0 && slots[slot] != key) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void grow() {
        long[] keys = slots;
        slots = new long[keys.length * 2];
        Arrays.stream(keys).filter(key -> key != 0).forEach(key -> slots[slot(key)] = key);
    }
}
