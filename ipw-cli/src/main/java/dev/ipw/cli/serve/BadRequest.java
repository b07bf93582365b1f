package dev.ipw.cli.serve;

import java.io.Serial;
import java.util.Optional;

/** The failure of a request that is not answered, with the status to send and the invalid field. */
final class BadRequest extends Exception {
    /** The status of a request with an invalid body. */
    static final int STATUS = 400;

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String field;

    BadRequest(int status, String message) {
        this(status, "", message);
    }

    private BadRequest(int status, String field, String message) {
        super(message);
        this.status = status;
        this.field = field;
    }

    /** Creates the failure of an invalid field, for example {@code messages[0].role}; the message names it too. */
    static BadRequest ofField(String field, String message) {
        return new BadRequest(STATUS, field, message);
    }

    /** Creates the failure of a model that is not served. */
    static BadRequest ofModel(int status, String message) {
        return new BadRequest(status, "model", message);
    }

    int status() {
        return status;
    }

    Optional<String> field() {
        return Optional.of(field).filter(name -> !name.isEmpty());
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
