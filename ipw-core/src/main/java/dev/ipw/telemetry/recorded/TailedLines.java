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
 * Read the lines of a file that may still be written. A line counts once its end is there; asking again after the last one
 * finds what was written since. No line may be longer than {@value #MOST_LINE_BYTES} bytes.
 */
final class TailedLines implements AutoCloseable {
    private static final int MOST_LINE_BYTES = 1 << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final long sizeAtOpening;
    private long lineNumber;

    TailedLines(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        sizeAtOpening = channel.size();
    }

    /** Read the next line without its end; null if there is none with an end yet. */
    @Nullable
    String next() throws IOException {
        while (buffer.hasRemaining() || fill()) {
            while (buffer.hasRemaining()) {
                byte one = buffer.get();
                if (one == '\n') {
                    return finish();
                }
                if (line.size() == MOST_LINE_BYTES) {
                    throw new IOException("line " + (lineNumber + 1) + " is longer than " + MOST_LINE_BYTES + " bytes");
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
        if (read <= 0 && channel.size() < channel.position()) {
            throw new IOException("the file became shorter while it was read");
        }
        return read > 0;
    }

    private String finish() {
        lineNumber++;
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        int start = lineNumber == 1 && text.startsWith("\uFEFF") ? 1 : 0;
        int end = text.endsWith("\r") ? text.length() - 1 : text.length();
        return text.substring(start, Math.max(start, end));
    }

    /** Tell the number of the line last read, from 1. */
    long lineNumber() {
        return lineNumber;
    }

    /** Say whether the file has more than it had when it was opened. */
    boolean hasGrown() throws IOException {
        return channel.size() > sizeAtOpening;
    }

    /** Say whether the file ends in the middle of a line as far as it was read. */
    boolean isTorn() {
        return line.size() > 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
