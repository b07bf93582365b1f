package dev.ipw.cli;

import java.io.PrintStream;

/** Ends a command whose result cannot be written. */
final class LostResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private LostResultException() {
        super("The result could not be written");
    }

    /**
     * Go on only while what is written arrives.
     *
     * @param out takes the result
     * @throws LostResultException if it no longer does; why is told where the command ends
     */
    static void throwIfLost(PrintStream out) {
        if (out.checkError()) {
            throw new LostResultException();
        }
    }
}
