package dev.ipw.engine.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Remember ids of records in 8 bytes each: the first of their SHA-256. That two of a million ids share them has a chance of
 * one in thirty million. One thread adds them; once they are all there, any may ask.
 */
public final class RecordIds {
    private static final int FIRST_ROOM = 1024;

    private long[] slots = new long[FIRST_ROOM];
    private int count;

    /** Remembers none. */
    public RecordIds() {}

    /**
     * Remembers an id.
     *
     * @param id the record's id
     * @return false if it was remembered before
     */
    public boolean add(String id) {
        long key = key(id);
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
     * Returns whether an id is remembered.
     *
     * @param id the record's id
     * @return true if it was added
     */
    public boolean contains(String id) {
        long key = key(id);
        return slots[slot(key)] == key;
    }

    /**
     * Counts the ids.
     *
     * @return how many different ones were added
     */
    public int size() {
        return count;
    }

    private static long key(String id) {
        long key = ByteBuffer.wrap(digest().digest(id.getBytes(StandardCharsets.UTF_8))).getLong();
        // Zero marks an empty slot.
        return key == 0 ? 1 : key;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-256", impossible);
        }
    }

    /** Finds where a key is, or where it would be. */
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
