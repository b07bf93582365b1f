package dev.ipw.importing.spans;

import java.util.Locale;

/** The kinds of spans. */
public enum SpanKind {
    /** A call of a model. */
    MODEL,
    /** An agent or a workflow. */
    AGENT,
    /** A tool. */
    TOOL,
    /** Another operation of the GenAI conventions. */
    OPERATION,
    /** Not a GenAI operation: it shows the place of others and has no charge. */
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
