package dev.ipw.agents.tool;

import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.internal.io.Excerpt;

/** A part of a long text. */
public final class TextPart {
    /** The maximum number of characters of one part. */
    public static final int MAX_CHARACTERS = 20_000;

    private TextPart() {}

    /**
     * Returns the part that a model requests.
     *
     * @param text      the whole text
     * @param arguments {@code offset} and {@code max_chars}
     * @param what      the name of the text's container, as in {@code the page}
     * @return the part, followed by the offset of the next one
     * @throws ToolException if the part lies beyond the end
     */
    public static String of(String text, ToolArguments arguments, String what) throws ToolException {
        if (text.isBlank()) {
            return "(" + what + " holds no text)";
        }
        long offset = arguments.integer("offset").orElse(0);
        if (offset >= text.length()) {
            throw new ToolException("There is nothing at offset " + offset + ": the text has " + text.length()
                    + " characters");
        }
        int most = (int) Math.min(arguments.integer("max_chars").orElse(MAX_CHARACTERS), MAX_CHARACTERS);
        String shown = Excerpt.start(text.substring((int) offset), most);
        long end = offset + shown.length();
        return end == text.length()
                ? shown
                : shown + "\n[characters " + offset + " to " + end + " of " + text.length() + ": read on with offset "
                        + end + "]";
    }
}
