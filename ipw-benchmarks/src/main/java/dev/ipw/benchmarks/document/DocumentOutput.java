package dev.ipw.benchmarks.document;

import dev.ipw.internal.io.Excerpt;

/** The text of a document up to a bound in characters, and the check that ends the reading at its time limit. */
final class DocumentOutput {
    private final StringBuilder text = new StringBuilder();
    private final long deadlineNanos;
    private final DocumentBounds bounds;

    DocumentOutput(DocumentBounds bounds) {
        this.bounds = bounds;
        deadlineNanos = System.nanoTime() + bounds.timeout().toNanos();
    }

    /** Adds text; text beyond the bound is skipped, and the reading ends. */
    void add(String more) {
        check();
        int room = bounds.characters() - text.length();
        text.append(room > 0 ? Excerpt.start(more, room) : "");
        if (more.length() > room) {
            text.append("\n[the document is longer; only its first ").append(bounds.characters())
                    .append(" characters are read").append(bounds.isChosen() ? ": choose pages or a sheet]" : "]");
            throw new EndException(false, false);
        }
    }

    /** Notes skipped parts in the text, and ends the reading. */
    void endWith(String note) {
        text.append('\n').append(note);
        throw new EndException(false, false);
    }

    /** Ends the reading at its time limit, or if the thread was interrupted. */
    void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new EndException(false, true);
        }
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new EndException(true, false);
        }
    }

    /** Notes skipped parts in the text without ending the reading. A short note may exceed the bound. */
    void note(String note) {
        check();
        text.append(note).append('\n');
    }

    DocumentBounds bounds() {
        return bounds;
    }

    String text() {
        return text.toString();
    }

    /** The end of the reading of a document, thrown through a library. */
    static final class EndException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean late;
        private final boolean interrupted;

        private EndException(boolean late, boolean interrupted) {
            super("The reading ends", null, false, false);
            this.late = late;
            this.interrupted = interrupted;
        }

        boolean isLate() {
            return late;
        }

        boolean isInterrupted() {
            return interrupted;
        }
    }
}
