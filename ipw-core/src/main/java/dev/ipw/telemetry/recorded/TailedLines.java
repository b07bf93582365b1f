package dev.ipw.telemetry.recorded;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file that may still be written. A line counts once its end is there; reading again after the last one
 * finds lines that were written since. No line may be longer than {@value #MAX_LINE_BYTES} bytes.
 */
final class TailedLines implements AutoCloseable {
    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private long lineNumber;
    private boolean numbered = true;
    private long lineStart;
    private long filledUntil;

    TailedLines(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
    }

    /**
     * Continues at a byte, which may lie within a line: the rest of that line then counts as one. Lines have no numbers
     * from there on, unless it is the first byte of the file.
     */
    void seek(long start) throws IOException {
        channel.position(start);
        filledUntil = start;
        buffer.clear().limit(0);
        line.reset();
        lineNumber = 0;
        numbered = start == 0;
    }

    /** Reads the next line without its end; null if there is no complete line yet. */
    @Nullable
    String next() throws IOException {
        if (line.size() == 0) {
            lineStart = position();
        }
        while (buffer.hasRemaining() || fill()) {
            while (buffer.hasRemaining()) {
                byte one = buffer.get();
                if (one == '\n') {
                    return finish();
                }
                if (line.size() == MAX_LINE_BYTES) {
                    throw new IOException("the line from byte " + lineStart + " on is longer than " + MAX_LINE_BYTES
                            + " bytes");
                }
                line.write(one);
            }
        }
        return null;
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int read = channel.read(buffer);
        buffer.flip();
        filledUntil += Math.max(0, read);
        if (read <= 0 && channel.size() < channel.position()) {
            throw new IOException("the file became shorter while it was read");
        }
        return read > 0;
    }

    private String finish() {
        lineNumber++;
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        int start = lineNumber == 1 && numbered && text.startsWith("\uFEFF") ? 1 : 0;
        int end = text.endsWith("\r") ? text.length() - 1 : text.length();
        return text.substring(start, Math.max(start, end));
    }

    /** Returns the number of the line last read, from 1. */
    long lineNumber() {
        return lineNumber;
    }

    /** Returns the offset of the first byte of the line last read. */
    long lineStart() {
        return lineStart;
    }

    /** Returns the place of the line last read, for messages. */
    String place() {
        return numbered ? "line " + lineNumber : "the line from byte " + lineStart + " on";
    }

    /** Returns the number of bytes before the next byte to be read. */
    long position() {
        return filledUntil - buffer.remaining();
    }

    /** Returns the current size of the file. */
    long size() throws IOException {
        return channel.size();
    }

    /** Returns whether the file ends in the middle of a line as far as it was read. */
    boolean isTorn() {
        return line.size() > 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
