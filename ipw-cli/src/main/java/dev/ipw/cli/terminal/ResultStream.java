package dev.ipw.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stream of the result, which stores the reason why it could not be written: a {@link PrintStream} alone discards
 * it.
 */
public final class ResultStream extends PrintStream {
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");
    private static final int KINDS = 0xF000;
    private static final int PIPE = 0x1000;
    private static final int SOCKET = 0xC000;

    private final Sink sink;
    private final BooleanSupplier toPipe;

    private ResultStream(Sink sink, Charset charset, BooleanSupplier toPipe) {
        super(new BufferedOutputStream(sink), true, charset);
        this.sink = sink;
        this.toPipe = toPipe;
    }

    /** Returns a stream to the standard output of this process. */
    static ResultStream standardOutput() {
        return new ResultStream(new Sink(new FileOutputStream(FileDescriptor.out)), System.out.charset(),
                ResultStream::isStandardOutputPipe);
    }

    /** Returns a stream to any output. */
    public static ResultStream to(OutputStream out, Charset charset) {
        return new ResultStream(new Sink(out), charset, () -> false);
    }

    /**
     * Returns the reason why the result could not be written; empty if it was written. Buffered output is flushed
     * first.
     */
    public Optional<IOException> failure() {
        flush();
        return Optional.ofNullable(sink.failure);
    }

    /** Returns whether the reader of the output closed it, as {@code head} does. */
    public boolean isClosedByReader() {
        return failure().map(Throwable::getMessage)
                .filter(message -> message.toLowerCase(Locale.ROOT).contains("broken pipe") || toPipe.getAsBoolean())
                .isPresent();
    }

    /**
     * Returns whether standard output is a pipe: the system's message for a broken pipe is in the user's language,
     * and a pipe can fail in no other way.
     */
    private static boolean isStandardOutputPipe() {
        try {
            int kind = (int) Files.getAttribute(STANDARD_OUTPUT, "unix:mode") & KINDS;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | IllegalArgumentException | UnsupportedOperationException notUnix) {
            return false;
        }
    }

    /** The underlying output; once a part is lost, nothing more is written after the gap. */
    private static final class Sink extends OutputStream {
        private final OutputStream out;
        private volatile @Nullable IOException failure;

        Sink(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[]{(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            IOException earlier = failure;
            if (earlier != null) {
                throw earlier;
            }
            try {
                out.write(bytes, from, length);
            } catch (IOException lost) {
                failure = lost;
                throw lost;
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }
    }
}
