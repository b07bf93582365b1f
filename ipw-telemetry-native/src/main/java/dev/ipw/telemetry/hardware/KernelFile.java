package dev.ipw.telemetry.hardware;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file in which the kernel shows numbers, read repeatedly without reopening and without allocating. Only the first
 * {@value #MAX_BYTES} bytes are used. For one thread at a time.
 */
public final class KernelFile implements AutoCloseable {
    private static final int MAX_BYTES = 1024;
    // One more digit could exceed the maximum long.
    private static final int MAX_DIGITS = 18;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_BYTES);
    private int position;
    private long number;

    private KernelFile(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens a file.
     *
     * @param path the file
     * @return the open file
     * @throws IOException if it cannot be opened for reading
     */
    public static KernelFile open(Path path) throws IOException {
        return new KernelFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    /**
     * Reads the current content of the file and goes to its start.
     *
     * @throws IOException if it cannot be read
     */
    public void read() throws IOException {
        buffer.clear();
        // The kernel writes the content again for a read at offset zero.
        channel.read(buffer, 0);
        buffer.flip();
        position = 0;
    }

    /**
     * Moves behind the next occurrence of a word.
     *
     * @param word the word, in ASCII
     * @return true if it was found; otherwise the end of the content is reached
     */
    public boolean skipPast(String word) {
        for (int start = position; start + word.length() <= buffer.limit(); start++) {
            if (startsWith(word, start)) {
                position = start + word.length();
                return true;
            }
        }
        position = buffer.limit();
        return false;
    }

    /**
     * Moves behind the last occurrence of a word.
     *
     * @param word the word, in ASCII
     * @return true if it was found; otherwise the end of the content is reached
     */
    public boolean skipPastLast(String word) {
        for (int start = buffer.limit() - word.length(); start >= position; start--) {
            if (startsWith(word, start)) {
                position = start + word.length();
                return true;
            }
        }
        position = buffer.limit();
        return false;
    }

    /**
     * Moves behind the next words, which are separated by spaces.
     *
     * @param count the number of words
     */
    public void skipWords(int count) {
        for (int word = 0; word < count; word++) {
            while (position < buffer.limit() && buffer.get(position) == ' ') {
                position++;
            }
            while (position < buffer.limit() && buffer.get(position) != ' ') {
                position++;
            }
        }
    }

    private boolean startsWith(String word, int start) {
        for (int i = 0; i < word.length(); i++) {
            if (buffer.get(start + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads the next whole number; spaces before it are skipped.
     *
     * @return true if there is one of at most 18 digits, which {@link #number()} then returns
     */
    public boolean nextNumber() {
        while (position < buffer.limit() && buffer.get(position) == ' ') {
            position++;
        }
        int start = position;
        long value = 0;
        while (position < buffer.limit() && isDigit(buffer.get(position))) {
            if (position - start == MAX_DIGITS) {
                return false;
            }
            value = value * 10 + (buffer.get(position) - '0');
            position++;
        }
        number = value;
        return position > start;
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    /**
     * Returns the number read last.
     *
     * @return the number
     */
    public long number() {
        return number;
    }

    /**
     * Closes the file.
     *
     * @throws UncheckedIOException if the system refuses
     */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
