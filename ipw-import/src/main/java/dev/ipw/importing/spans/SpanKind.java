package dev.ipw.importing.spans;

import java.util.Locale;

/** Say what a span stands for. */
public enum SpanKind {
    /** A call of a model. */
    MODEL,
    /** An agent or a workflow. */
    AGENT,
    /** A tool. */
    TOOL,
    /** Another operation of the GenAI conventions. */
    OPERATION,
    /** No GenAI operation: it shows where others lie and is charged nothing. */
    STRUCTURE;

    /**
     * Returns the name in files.
     *
     * @return one word
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
