package dev.ipw.benchmarks.document;

import dev.ipw.internal.io.Excerpt;

/** Collect the text of a document up to a bound in characters, and end the reading when time is over. */
final class DocumentOutput {
    private final StringBuilder text = new StringBuilder();
    private final long deadlineNanos;
    private final DocumentBounds bounds;

    DocumentOutput(DocumentBounds bounds) {
        this.bounds = bounds;
        deadlineNanos = System.nanoTime() + bounds.timeout().toNanos();
    }

    /** Adds text; what is behind the bound is left out, and then the reading ends. */
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

    /** Say in the text what was left out, and end the reading. */
    void endWith(String note) {
        text.append('\n').append(note);
        throw new EndException(false, false);
    }

    /** Ends the reading if its time is over, or the thread was interrupted. */
    void check() {
        if (Thread.currentThread().isInterrupted()) {
            throw new EndException(false, true);
        }
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new EndException(true, false);
        }
    }

    /** Say in the text what was left out, and go on. A short word on that may go over the bound. */
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

    /** Ends the reading of a document from within a library. */
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
