package dev.ipw.cli.terminal;

import java.io.PrintStream;

/** The exception that ends a command whose result cannot be written. */
public final class LostResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LostResultException() {
        super("The result could not be written");
    }

    /**
     * Checks that the output can still be written.
     *
     * @param out receives the result
     * @throws LostResultException if it can no longer be written; the end of the command reports the reason
     */
    public static void throwIfLost(PrintStream out) {
        if (out.checkError()) {
            throw new LostResultException();
        }
    }
}
