package dev.ipw.telemetry.remote;

import java.io.Serial;

/** Report a page that could not be read. The message says why and what to do, and is the same each time it happens. */
final class ScrapeException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unreachable;

    private ScrapeException(String message, boolean unreachable) {
        super(message);
        this.unreachable = unreachable;
    }

    /** Report an exporter that does not answer. */
    static ScrapeException unreachable(String message) {
        return new ScrapeException(message, true);
    }

    /** Report an answer that is of no use. */
    static ScrapeException unusable(String message) {
        return new ScrapeException(message, false);
    }

    /** Return whether there was no answer at all. */
    boolean isUnreachable() {
        return unreachable;
    }

    /** Return the message, which is always there. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
