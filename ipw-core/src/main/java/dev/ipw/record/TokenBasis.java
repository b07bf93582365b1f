package dev.ipw.record;

import java.util.Locale;

/** The token count behind a time per output token: how the tokens after the first chunk were counted. */
public enum TokenBasis {
    /** The server counted them at each chunk. */
    COUNTED,
    /** A tokenizer counted the text of the chunks. */
    TOKENIZED,
    /** There are as many chunks as tokens, so each chunk is one. */
    ONE_A_CHUNK,
    /** Chunks carry several tokens, and the first one is taken to carry as many as the mean of all. */
    SPREAD,
    /**
     * No moment is known but those of the first and the last token, as of a run that another tool made; the first chunk is
     * taken to carry one token.
     */
    ENDS_ONLY,
    /**
     * Tokens seem to have been counted that never came, such as hidden reasoning or an end marker, or came in pieces;
     * nobody can tell them apart from those that came.
     */
    UNCERTAIN;

    /**
     * Give the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
