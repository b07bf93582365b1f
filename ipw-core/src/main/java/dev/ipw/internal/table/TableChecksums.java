package dev.ipw.internal.table;

import dev.ipw.internal.file.Checksum;
import dev.ipw.internal.io.LineReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The reader of a table's checksums, which finds the pieces that are unchanged since they were written. Memory holds
 * one line of them.
 */
public final class TableChecksums implements Closeable {
    private static final int MAX_LINE_BYTES = 1 << 10;
    private static final Pattern LINE = Pattern.compile("(\\d{1,18}) (\\d{1,18}) ([0-9a-f]{8})");

    private final RandomAccessFile table;
    private final LineReader lines;
    private final byte[] chunk = new byte[1 << 16];

    private boolean passedOver;

    private TableChecksums(RandomAccessFile table, LineReader lines) {
        this.table = table;
        this.lines = lines;
    }

    /** Opens the checksums of a table; empty without any. */
    static Optional<TableChecksums> of(Path file, RandomAccessFile table) throws IOException {
        Path sums = fileOf(file);
        return Files.exists(sums)
                ? Optional.of(new TableChecksums(table,
                        new LineReader(new FileInputStream(sums.toFile()), MAX_LINE_BYTES)))
                : Optional.empty();
    }

    /**
     * Returns the file of a table's checksums.
     *
     * @param table the table's file
     * @return the file beside it, whether it exists or not
     */
    public static Path fileOf(Path table) {
        return table.resolveSibling(table.getFileName() + ".crc32c");
    }

    /**
     * Finds the next piece that is unchanged. A damaged line, or one with a damaged piece, is skipped.
     *
     * @param from its earliest start
     * @return empty after the last
     */
    Optional<Piece> next(long from) throws IOException {
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            Matcher matcher = LINE.matcher(line.get());
            if (!lines.terminated()) {
                break;
            }
            if (matcher.matches()) {
                Piece piece = new Piece(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
                if (piece.begin >= from && piece.bytes > 0 && piece.end() <= table.length()
                        && checksum(piece).equals(matcher.group(3))) {
                    return Optional.of(piece);
                }
            }
            passedOver = true;
        }
        return Optional.empty();
    }

    /** Returns whether a line or its piece was damaged. */
    boolean hasPassedOver() {
        return passedOver;
    }

    private Optional<String> line() throws IOException {
        try {
            return lines.next();
        } catch (CharacterCodingException notText) {
            return Optional.of("");
        } catch (LineReader.LineTooLongException noLines) {
            passedOver = true;
            return Optional.empty();
        }
    }

    private String checksum(Piece piece) throws IOException {
        long position = table.getFilePointer();
        CRC32C crc = new CRC32C();
        table.seek(piece.begin);
        for (long left = piece.bytes; left > 0;) {
            int count = table.read(chunk, 0, (int) Math.min(chunk.length, left));
            if (count < 0) {
                break;
            }
            crc.update(chunk, 0, count);
            left -= count;
        }
        table.seek(position);
        return Checksum.text(crc.getValue());
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /**
     * The place of a piece of the file.
     *
     * @param begin its first byte
     * @param bytes its number of bytes
     */
    record Piece(long begin, long bytes) {
        long end() {
            return begin + bytes;
        }
    }
}
