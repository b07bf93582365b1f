package dev.ipw.internal.json;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An error of text that is not JSON, or exceeds the maximum size. The caller adds the origin of the text. */
public final class JsonSyntaxException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final @Nullable String repeatedKey;

    JsonSyntaxException(String message, int line, int column, Throwable cause) {
        this(message, line, column, null, cause);
    }

    JsonSyntaxException(String message, int line, int column, @Nullable String repeatedKey, Throwable cause) {
        super("not JSON at line " + line + ", column " + column + ": " + message, cause);
        this.line = line;
        this.column = column;
        this.repeatedKey = repeatedKey;
    }

    /**
     * Returns the repeated key of an object.
     *
     * @return the key; empty if the error is another
     */
    public Optional<String> repeatedKey() {
        return Optional.ofNullable(repeatedKey);
    }

    /**
     * Returns the line where reading stopped.
     *
     * @return the line, counted from 1
     */
    public int line() {
        return line;
    }

    /**
     * Returns the column where reading stopped.
     *
     * @return the column, counted from 1
     */
    public int column() {
        return column;
    }
}
