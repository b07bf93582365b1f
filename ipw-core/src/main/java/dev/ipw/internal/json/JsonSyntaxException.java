package dev.ipw.internal.json;

import java.io.Serial;

/** Report text that is not JSON, or larger than is read. The caller knows where it came from and says so. */
public final class JsonSyntaxException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    JsonSyntaxException(String message, int line, int column, Throwable cause) {
        super("not JSON at line " + line + ", column " + column + ": " + message, cause);
        this.line = line;
        this.column = column;
    }

    /**
     * Return where reading stopped.
     *
     * @return the line, counted from 1
     */
    public int line() {
        return line;
    }

    /**
     * Return where in the line reading stopped.
     *
     * @return the column, counted from 1
     */
    public int column() {
        return column;
    }
}
