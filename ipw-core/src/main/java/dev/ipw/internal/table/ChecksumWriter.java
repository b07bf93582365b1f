package dev.ipw.internal.table;

import dev.ipw.internal.file.Checksum;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The writer of a table's checksums into a file beside it, a line for each piece that was written at once: its start,
 * its number of bytes, and their CRC-32C. The lines are on the disk once the piece is.
 */
final class ChecksumWriter implements Closeable {
    private final FileOutputStream lines;
    private final StringBuilder waiting = new StringBuilder();
    private final CRC32C crc = new CRC32C();
    private long begin;
    private long bytes;

    ChecksumWriter(Path table) throws IOException {
        lines = new FileOutputStream(TableChecksums.fileOf(table).toFile());
    }

    /** Returns a stream that computes checksums of the bytes on their way to the table. */
    OutputStream over(OutputStream table) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[]{(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] source, int offset, int length) throws IOException {
                table.write(source, offset, length);
                crc.update(source, offset, length);
                bytes += length;
            }
        };
    }

    /** Ends a piece. */
    void endPiece() {
        waiting.append(begin).append(' ').append(bytes).append(' ').append(Checksum.text(crc.getValue())).append('\n');
        begin += bytes;
        bytes = 0;
        crc.reset();
    }

    /** Syncs the lines of the pieces so far, after the pieces themselves. */
    void sync() throws IOException {
        if (!waiting.isEmpty()) {
            lines.write(waiting.toString().getBytes(StandardCharsets.US_ASCII));
            waiting.setLength(0);
            lines.getFD().sync();
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
