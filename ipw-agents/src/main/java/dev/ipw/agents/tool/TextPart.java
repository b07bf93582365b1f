package dev.ipw.agents.tool;

import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.internal.io.Excerpt;

/** Show a long text a part at a time. */
public final class TextPart {
    /** The most characters of one part. */
    public static final int MOST_CHARACTERS = 20_000;

    private TextPart() {}

    /**
     * Shows the part that a model asks for.
     *
     * @param text      the whole text
     * @param arguments {@code offset} and {@code max_chars}
     * @param what      what holds the text, as in {@code the page}
     * @return the part, with where to read on behind it
     * @throws ToolException if the part lies behind the end
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
        int most = (int) Math.min(arguments.integer("max_chars").orElse(MOST_CHARACTERS), MOST_CHARACTERS);
        String shown = Excerpt.start(text.substring((int) offset), most);
        long end = offset + shown.length();
        return end == text.length()
                ? shown
                : shown + "\n[characters " + offset + " to " + end + " of " + text.length() + ": read on with offset "
                        + end + "]";
    }
}
