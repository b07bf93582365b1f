package dev.ipw.profile.internal;

import dev.ipw.internal.secret.Redaction;
import java.util.Optional;

/** The number of failures of something that a run was given. */
final class FailureTally {
    private static final int MAX_CHARACTERS = 2048;

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

    /** Returns the number of failures and the first one's message; empty without any. */
    Optional<String> text(String operations) {
        return first.map(why -> (failed == all ? "all " : failed + " of ") + all + " " + operations + ": "
                + Redaction.excerpt(why, MAX_CHARACTERS));
    }

    boolean always() {
        return all > 0 && failed == all;
    }
}
