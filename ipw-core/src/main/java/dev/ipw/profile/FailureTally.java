package dev.ipw.profile;

import dev.ipw.internal.secret.Redaction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Count how often something that a run was given failed. */
final class FailureTally {
    private static final int MOST_CHARACTERS = 2048;

    private long all;
    private long failed;
    private @Nullable Throwable first;

    void succeeded() {
        all++;
    }

    void failed(Throwable why) {
        all++;
        failed++;
        first = first == null ? why : first;
    }

    /** Say how many of them failed, and how the first did; empty if none did. */
    Optional<String> text(String what) {
        return Optional.ofNullable(first)
                .map(why -> (failed == all ? "all " : failed + " of ") + all + " " + what + ": "
                        + Redaction.excerpt(why.toString(), MOST_CHARACTERS));
    }

    boolean always() {
        return all > 0 && failed == all;
    }
}
