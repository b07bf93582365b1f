package dev.ipw.agents.tool.retrieval;

import java.util.ArrayList;
import java.util.List;

/**
 * Cut long documents into parts that overlap. A part ends at the last blank line, else line end, else sentence, else blank in the
 * second half of its length; where there is none of these, after its length.
 *
 * @param characters the most characters of a part
 * @param overlap    how many of them the next part repeats
 */
record Chunks(int characters, int overlap) {
    private static final List<String> ENDS = List.of("\n\n", "\n", ". ", " ");

    /**
     * Hold a part.
     *
     * @param start where it begins in the document
     * @param text  what stands there
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

    /** Cuts no character in two. */
    private static int aligned(String text, int at) {
        return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }
}
