package dev.ipw.importing;

import dev.ipw.inference.FailureKind;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.query.RequestFailure;
import java.util.Locale;
import java.util.OptionalLong;

/** A classifier of the failures that other tools keep as text. */
final class BenchmarkToolFailure {
    private static final int MAX_CHARACTERS = 2000;
    private static final int FIRST_ERROR_STATUS = 400;
    private static final int CLIENT_CLOSED = 499;
    private static final int LAST_ERROR_STATUS = 599;

    private BenchmarkToolFailure() {}

    /** Makes a failure of a tool's message: without secrets, on one line. */
    static RequestFailure of(String message, OptionalLong status) {
        return new RequestFailure(kind(message.toLowerCase(Locale.ROOT), status.orElse(0)),
                Redaction.excerpt(message, MAX_CHARACTERS));
    }

    private static FailureKind kind(String message, long status) {
        if (message.contains("cancel") || status == CLIENT_CLOSED) {
            return FailureKind.CANCELLED;
        }
        if (message.contains("timeout") || message.contains("timed out")) {
            return FailureKind.TOTAL_TIMEOUT;
        }
        return status >= FIRST_ERROR_STATUS && status <= LAST_ERROR_STATUS
                ? FailureKind.HTTP_STATUS
                : FailureKind.CLIENT_ERROR;
    }
}
