package dev.ipw.benchmarks.analysis;

import dev.ipw.statistics.internal.Clusters;
import java.util.Arrays;

/**
 * Numbers of questions in the order of their first appearance, in 12 to 48 bytes each; see {@link Clusters#key} for the
 * keys.
 */
final class QuestionPlaces {
    private static final int FIRST_SLOTS = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int FREE = -1;

    private long[] keys = new long[FIRST_SLOTS];
    private int[] places = free(FIRST_SLOTS);
    private int count;

    /** Returns the number of a question, from 0. */
    int place(String question) {
        if (2 * count >= keys.length) {
            grow();
        }
        long key = Clusters.key(question);
        int slot = slot(keys, places, key);
        if (places[slot] == FREE) {
            keys[slot] = key;
            places[slot] = count++;
        }
        return places[slot];
    }

    /** Counts the questions. */
    int count() {
        return count;
    }

    private void grow() {
        long[] newKeys = new long[2 * keys.length];
        int[] newPlaces = free(newKeys.length);
        for (int old = 0; old < keys.length; old++) {
            if (places[old] != FREE) {
                int slot = slot(newKeys, newPlaces, keys[old]);
                newKeys[slot] = keys[old];
                newPlaces[slot] = places[old];
            }
        }
        keys = newKeys;
        places = newPlaces;
    }

    private static int slot(long[] keys, int[] places, long key) {
        int slot = (int) ((key * SPREAD) >>> Integer.SIZE) & (keys.length - 1);
        while (places[slot] != FREE && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private static int[] free(int slots) {
        int[] places = new int[slots];
        Arrays.fill(places, FREE);
        return places;
    }
}
