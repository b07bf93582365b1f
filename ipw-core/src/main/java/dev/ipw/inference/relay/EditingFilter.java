package dev.ipw.inference.relay;

import dev.ipw.internal.wire.SseReader;
import java.io.ByteArrayOutputStream;
import java.util.function.UnaryOperator;

/** A filter that has the parts of a body edited. A part that is too large to be held back is passed on as it is. */
final class EditingFilter implements BodyFilter {
    private static final int MAX_WHOLE_BYTES = 16 << 20;

    private final boolean isOfLines;
    private final UnaryOperator<byte[]> editor;
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private boolean isPastBound;

    /**
     * Creates the filter of one body.
     *
     * @param isOfLines whether lines are edited, or else the whole body
     * @param editor    edits a part
     */
    EditingFilter(boolean isOfLines, UnaryOperator<byte[]> editor) {
        this.isOfLines = isOfLines;
        this.editor = editor;
    }

    @Override
    public byte[] take(byte[] bytes, int offset, int length) {
        ByteArrayOutputStream passed = new ByteArrayOutputStream(length);
        int start = offset;
        for (int i = offset; isOfLines && i < offset + length; i++) {
            if (bytes[i] == '\n') {
                part.write(bytes, start, i + 1 - start);
                passed.writeBytes(rest());
                isPastBound = false;
                start = i + 1;
            }
        }
        part.write(bytes, start, offset + length - start);
        if (part.size() > (isOfLines ? SseReader.MAX_LINE_BYTES : MAX_WHOLE_BYTES)) {
            isPastBound = true;
        }
        if (isPastBound) {
            passed.writeBytes(rest());
        }
        return passed.toByteArray();
    }

    @Override
    public byte[] rest() {
        byte[] held = part.toByteArray();
        part.reset();
        return isPastBound || held.length == 0 ? held : editor.apply(held);
    }
}
