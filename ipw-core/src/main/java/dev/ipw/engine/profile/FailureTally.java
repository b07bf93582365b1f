package dev.ipw.engine.profile;

import dev.ipw.internal.secret.Redaction;
import java.util.Optional;

/** Count how often something that a run was given failed. */
final class FailureTally {
    private static final int MOST_CHARACTERS = 2048;

    private long all;
    private long failed;
    private Optional<String> first = Optional.empty();

    void succeeded() {
        all++;
    }

    void failed(String why) {
        all++;
        failed++;
        first = first.or(() -> Optional.of(why));
    }

    /** Returns how many of them failed, and how the first did; empty if none did. */
    Optional<String> text(String what) {
        return first.map(why -> (failed == all ? "all " : failed + " of ") + all + " " + what + ": "
                + Redaction.excerpt(why, MOST_CHARACTERS));
    }

    boolean always() {
        return all > 0 && failed == all;
    }
}
