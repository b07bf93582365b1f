package dev.ipw.importing.spans;

import dev.ipw.internal.io.Excerpt;
import java.util.Optional;

/** A counter of things of a kind, which keeps the first. */
final class Counted {
    private static final int MAX_SHOWN = 200;

    private long count;
    private String first = "";

    void add(String thing) {
        first = count++ == 0 ? thing : first;
    }

    /** Writes a sentence on them; empty if there are none. */
    Optional<String> sentence(String noun) {
        return count == 0
                ? Optional.empty()
                : Optional.of(count + " " + noun + ". The first: " + Excerpt.of(first, MAX_SHOWN) + ".");
    }
}
