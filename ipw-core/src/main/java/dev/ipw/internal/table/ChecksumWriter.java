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
 * Write the checksums of a table into a file beside it, a line for each piece that was written at once: where it begins, how
 * many bytes it has, and their CRC-32C. The lines lie on the disk once the piece does.
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

    /** Takes in what goes to the table on its way there. */
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

    /** Puts the lines of the pieces so far on the disk, where these already are. */
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
