package dev.ipw.benchmarks.rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stream of JSON lines that writes large texts of some columns to files and has a reference in their place. It holds
 * at most {@link LargeTexts#mostBytes} of such a column. Text that is not JSON passes unchanged, so that its reader
 * rejects it.
 */
final class LargeTextStream extends InputStream {
    private static final int READ_BYTES = 1 << 16;
    private static final int LONGEST_NAME = 256;

    private final InputStream source;
    private final LargeTexts texts;
    /**
     * The random part of all references: rows cannot contain a reference of their own, because nobody knows this part
     * before.
     */
    private final String secret = UUID.randomUUID().toString();
    private final Map<String, LargeText> files = new HashMap<>();
    private final byte[] read = new byte[READ_BYTES];
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private Output ready = new Output(new byte[0]);
    private ByteArrayOutputStream passed = new ByteArrayOutputStream();
    private @Nullable LargeTextFile file;
    private Kind kind = Kind.NONE;
    private long references;
    private int depth;
    private boolean isNameNext;
    private boolean isEscaped;

    private enum Kind {
        NONE, NAME, WANTED, OTHER
    }

    /** Bytes that can be read. */
    private static final class Output {
        private final byte[] bytes;
        private int position;

        Output(byte[] bytes) {
            this.bytes = bytes;
        }

        int left() {
            return bytes.length - position;
        }
    }

    LargeTextStream(InputStream source, LargeTexts texts) {
        this.source = source;
        this.texts = texts;
    }

    /** Returns the text of a reference, once. */
    Optional<LargeText> taken(String reference) {
        return Optional.ofNullable(files.remove(reference));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (ready.left() == 0) {
            int count = source.read(read);
            if (count < 0) {
                if (held.size() == 0) {
                    return -1;
                }
                pass(held);
            }
            for (int i = 0; i < count; i++) {
                take(read[i]);
            }
            ready = new Output(passed.toByteArray());
            passed = new ByteArrayOutputStream();
        }
        int count = Math.min(length, ready.left());
        System.arraycopy(ready.bytes, ready.position, into, from, count);
        ready.position += count;
        return count;
    }

    private void take(byte unit) throws IOException {
        if (unit == '\n') {
            endLine();
            passed.write(unit);
        } else if (kind == Kind.NONE) {
            outside(unit);
        } else {
            inside(unit);
        }
    }

    /**
     * Ends a line. No JSON text continues after the end of a line: a torn text passes unchanged, and the next line
     * starts from the initial state.
     */
    private void endLine() throws IOException {
        LargeTextFile torn = file;
        if (torn != null) {
            file = null;
            torn.close();
            passed.write('"');
        }
        pass(held);
        kind = Kind.NONE;
        depth = 0;
        isEscaped = false;
    }

    private void outside(byte unit) {
        switch (unit) {
            case '"' -> begin();
            case '{', '[' -> {
                depth++;
                isNameNext = depth == 1 && unit == '{';
            }
            case '}', ']' -> depth--;
            case ',' -> isNameNext = depth == 1;
            case ':' -> isNameNext = false;
            default -> {
            }
        }
        if (kind != Kind.WANTED) {
            passed.write(unit);
        }
    }

    private void begin() {
        if (depth == 1 && isNameNext) {
            kind = Kind.NAME;
            name.reset();
        } else {
            kind = depth == 1 && texts.columns().contains(name.toString(StandardCharsets.UTF_8))
                    ? Kind.WANTED
                    : Kind.OTHER;
        }
        if (kind == Kind.WANTED) {
            held.write('"');
        }
    }

    private void inside(byte unit) {
        boolean isEnd = unit == '"' && !isEscaped;
        isEscaped = unit == '\\' && !isEscaped;
        if (kind == Kind.WANTED) {
            keep(unit);
        } else {
            if (kind == Kind.NAME && !isEnd && name.size() < LONGEST_NAME) {
                name.write(unit);
            }
            passed.write(unit);
        }
        if (isEnd) {
            if (kind == Kind.WANTED) {
                end();
            }
            kind = Kind.NONE;
        }
    }

    private void keep(byte unit) {
        if (file != null) {
            file.write(unit);
            return;
        }
        held.write(unit);
        if (held.size() > texts.mostBytes()) {
            file = new LargeTextFile(texts.folder());
            file.write(held.toByteArray());
            held.reset();
        }
    }

    private void end() {
        if (file == null) {
            pass(held);
            return;
        }
        String reference = secret + "-" + references++;
        files.put(reference, file.finished());
        file = null;
        passed.writeBytes(('"' + reference + '"').getBytes(StandardCharsets.UTF_8));
    }

    private void pass(ByteArrayOutputStream bytes) {
        passed.writeBytes(bytes.toByteArray());
        bytes.reset();
    }

    @Override
    public void close() throws IOException {
        LargeTextFile torn = file;
        file = null;
        try {
            source.close();
        } finally {
            if (torn != null) {
                torn.close();
            }
        }
    }
}
