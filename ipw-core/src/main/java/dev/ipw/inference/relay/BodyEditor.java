package dev.ipw.inference.relay;

/** An editor of the body of a response on its way to the client. */
public interface BodyEditor {
    /**
     * Returns the parts of the body that are edited. A part is held back until it is complete.
     *
     * @return true for single lines, false for the whole body
     */
    boolean isOfLines();

    /**
     * Edits a part of the body.
     *
     * @param part a line with its end, or the whole body
     * @return the bytes for the client; the same array if they do not change
     */
    byte[] edit(byte[] part);
}
