package dev.ipw.agents.tool.retrieval;

import java.util.ArrayList;
import java.util.List;

/**
 * The division of long documents into overlapping parts. A part ends at the last blank line, otherwise line end,
 * otherwise sentence, otherwise blank in the second half of its length; otherwise at its full length.
 *
 * @param characters the maximum number of characters of a part
 * @param overlap    the number of characters that the next part repeats
 */
record Chunks(int characters, int overlap) {
    private static final List<String> ENDS = List.of("\n\n", "\n", ". ", " ");

    /**
     * A part.
     *
     * @param start its start in the document
     * @param text  its text
     */
    record Chunk(int start, String text) {}

    List<Chunk> of(String text) {
        List<Chunk> chunks = new ArrayList<>();
        int start = 0;
        while (text.length() - start > characters) {
            int end = end(text, start);
            chunks.add(new Chunk(start, text.substring(start, end)));
            start = aligned(text, Math.max(start + 1, end - overlap));
        }
        chunks.add(new Chunk(start, text.substring(start)));
        return chunks;
    }

    private int end(String text, int start) {
        int most = start + characters;
        for (String mark : ENDS) {
            int at = text.lastIndexOf(mark, most - mark.length());
            if (at >= start + characters / 2) {
                return at + mark.length();
            }
        }
        return aligned(text, most);
    }

    /** Moves a position so that it does not split a character. */
    private static int aligned(String text, int at) {
        return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }
}
