package dev.ipw.importing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Distinct ids of requests: a repeated id gets {@code #2} and so on, as the questions of this library's runs do. Memory
 * holds 12 bytes of each different id, twice to four times.
 */
final class RequestIds {
    private static final int FIRST_ROOM = 1024;

    private long[] keys = new long[FIRST_ROOM];
    private int[] counts = new int[FIRST_ROOM];
    private int size;

    /** Returns the id of a question by its text, so that runs of the same questions can be paired. */
    static String ofText(String text) {
        return "q-" + HexFormat.of().formatHex(digest(text), 0, 8);
    }

    /** Returns an id that was not returned before. */
    String distinct(String id) {
        int count = ++counts[slot(id)];
        if (count == 1 && ++size > keys.length / 2) {
            grow();
        }
        return count == 1 ? id : id + "#" + count;
    }

    private int slot(String id) {
        long key = ByteBuffer.wrap(digest(id)).getLong();
        int slot = (int) key & (keys.length - 1);
        while (counts[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = key;
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldCounts = counts;
        keys = new long[2 * oldKeys.length];
        counts = new int[keys.length];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldCounts[old] != 0) {
                int slot = (int) oldKeys[old] & (keys.length - 1);
                while (counts[slot] != 0) {
                    slot = (slot + 1) & (keys.length - 1);
                }
                keys[slot] = oldKeys[old];
                counts[slot] = oldCounts[old];
            }
        }
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("Every Java platform has SHA-256", impossible);
        }
    }
}
