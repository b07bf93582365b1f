package dev.ipw.results.internal.meterlog;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.meterlog.MeterLogEntry.Segment;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one segment of a meter's log, line by line. A last line without its end was cut off while it was written,
 * and is omitted. A line that does not fit its checksum is omitted too, and {@link #damage()} names it. For one thread.
 */
public final class MeterLogReader implements Closeable {
    private final Path file;
    private final LineReader lines;
    private final Segment header;
    private final List<String> damage = new ArrayList<>();

    private MeterLogReader(Path file, LineReader lines, Segment header) {
        this.file = file;
        this.lines = lines;
        this.header = header;
    }

    /**
     * Opens a segment, which may still be written.
     *
     * @param file the segment
     * @return its reader; empty if even its first line was cut off while it was written
     * @throws InputException if it cannot be read, is no segment, or a newer version wrote it
     */
    public static Optional<MeterLogReader> open(Path file) {
        LineReader lines = null;
        try {
            lines = new LineReader(new FileInputStream(file.toFile()), MeterLogLine.MAX_BYTES);
            Optional<String> first = text(lines);
            if (first.isEmpty() || !lines.terminated()) {
                lines.close();
                requireOurs(file, first.orElse(""));
                return Optional.empty();
            }
            return Optional.of(new MeterLogReader(file, lines, header(file, first.get(), lines)));
        } catch (IOException failure) {
            throw unreadable(file, failure);
        } catch (RuntimeException refused) {
            close(lines, refused);
            throw refused;
        }
    }

    private static void close(@Nullable LineReader lines, RuntimeException refused) {
        try {
            if (lines != null) {
                lines.close();
            }
        } catch (IOException alsoFails) {
            refused.addSuppressed(alsoFails);
        }
    }

    private static void requireOurs(Path file, String start) {
        int common = Math.min(start.length(), MeterLogCodec.BEGINNING.length());
        if (!start.substring(0, common).equals(MeterLogCodec.BEGINNING.substring(0, common))) {
            throw new InputException(file.toAbsolutePath()
                    + " is no log of a meter, so it is left as it is. Give the folder of a meter's log, or an empty one");
        }
    }

    private static Segment header(Path file, String line, LineReader lines) {
        if (!line.startsWith(MeterLogCodec.BEGINNING)) {
            requireOurs(file, line);
            throw damaged(file, 1, "it is too short");
        }
        if (!ChecksummedJson.isIntact(lines.bytes())) {
            throw damaged(file, 1, "it does not fit its checksum");
        }
        TreeReader tree = TreeReader.ofJson("line", line);
        long format = tree.whole("format");
        if (format > MeterLogCodec.FORMAT) {
            throw new InputException(file.toAbsolutePath() + " has format " + format + " of a meter's log, and this"
                    + " version reads " + MeterLogCodec.FORMAT + ". Use the newer version that wrote it");
        }
        return (Segment) tree.as(MeterLogCodec::fromTree);
    }

    private static InputException damaged(Path file, long line, String reason) {
        return new InputException(file.toAbsolutePath() + ", line " + line + " is damaged: " + reason
                + ". Put the file back from a copy, or move it away to keep the rest of the log");
    }

    /** Returns the first line. */
    public Segment header() {
        return header;
    }

    /**
     * Reads the next line.
     *
     * @return the line; empty after the last
     * @throws InputException if an intact line cannot be read
     */
    public Optional<MeterLogEntry> next() {
        try {
            for (Optional<String> line = text(lines); line.isPresent() && lines.terminated(); line = text(lines)) {
                if (ChecksummedJson.isIntact(lines.bytes())) {
                    return Optional.of(entry(line.get()));
                }
                damage.add(file.toAbsolutePath() + ", line " + lines.lineNumber()
                        + " is damaged: it does not fit its checksum, and is left out");
            }
            return Optional.empty();
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private MeterLogEntry entry(String line) {
        try {
            return TreeReader.ofJson("line", line).as(MeterLogCodec::fromTree);
        } catch (RuntimeException notAnEntry) {
            throw new InputException(file.toAbsolutePath() + ", line " + lines.lineNumber() + ": "
                    + notAnEntry.getMessage(), notAnEntry);
        }
    }

    private static Optional<String> text(LineReader lines) throws IOException {
        try {
            return lines.next();
        } catch (CharacterCodingException notText) {
            return Optional.of(StandardCharsets.ISO_8859_1.decode(lines.bytes()).toString());
        }
    }

    /** Returns a sentence for each line so far that was left out. */
    public List<String> damage() {
        return List.copyOf(damage);
    }

    private static InputException unreadable(Path file, IOException failure) {
        return new InputException("Cannot read " + file.toAbsolutePath() + ": " + FailureText.of(failure), failure);
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }
}
