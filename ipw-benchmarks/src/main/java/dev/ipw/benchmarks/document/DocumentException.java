package dev.ipw.benchmarks.document;

import java.io.Serial;

/** The reason that a document cannot be read. The message continues a sentence that begins with the document's name. */
public final class DocumentException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    DocumentException(String message) {
        super(message);
    }

    DocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
