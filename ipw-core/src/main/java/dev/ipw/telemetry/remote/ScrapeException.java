package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import java.io.Serial;

/** The failure to read a page. The message has the reason and the remedy, and is the same each time it happens. */
final class ScrapeException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unreachable;

    private ScrapeException(String message, boolean unreachable) {
        super(message);
        this.unreachable = unreachable;
    }

    /** Creates the failure of an exporter that does not answer. */
    static ScrapeException unreachable(String message) {
        return new ScrapeException(message, true);
    }

    /** Creates the failure of an unusable answer. */
    static ScrapeException unusable(String message) {
        return new ScrapeException(message, false);
    }

    /** Returns whether there was no answer at all. */
    boolean isUnreachable() {
        return unreachable;
    }

    /**
     * Converts the failure to the one with which a collector refuses to open.
     *
     * @param failed what failed, the begin of the message
     */
    IpwException refusal(String failed) {
        String message = failed + ": " + reason();
        return unreachable
                ? new ServerUnreachableException(message, this)
                : new ConfigurationException(message, this);
    }

    /** Returns the message, which is never null. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
