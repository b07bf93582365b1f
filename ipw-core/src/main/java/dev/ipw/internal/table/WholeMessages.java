package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageMetadataResult;
import org.apache.arrow.vector.ipc.message.MessageResult;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an Arrow stream that are complete in the file. Lengths are compared with the file before anything is
 * allocated for them.
 */
final class WholeMessages extends MessageChannelReader {
    /** The maximum size of metadata; a schema of ten thousand columns takes about 2 MB. */
    private static final int MAX_METADATA_BYTES = 1 << 26;

    private final Path path;
    private final RandomAccessFile file;
    private final boolean endMayBeMissing;
    private final Optional<TableChecksums> checksums;
    private final DamagedBytes damaged;
    private boolean started;
    private boolean continuationMarks;
    private boolean ended;
    private boolean endMissing;
    private @Nullable ArrowBuf lastBody;
    private @Nullable Extent next;

    /**
     * The extent of a message.
     *
     * @param rows its rows
     * @param end  the place after its last byte
     */
    private record Extent(long rows, long end) {}

    /**
     * Opens a table.
     *
     * @param checksums the checksums of its messages; without them the content of the file is not checked
     * @param damaged   receives the bytes that do not fit them; may throw
     */
    WholeMessages(Path path, RandomAccessFile file, BufferAllocator allocator, boolean endMayBeMissing,
            Optional<TableChecksums> checksums, DamagedBytes damaged) {
        super(new HeapReadChannel(file), allocator);
        this.path = path;
        this.file = file;
        this.endMayBeMissing = endMayBeMissing;
        this.checksums = checksums;
        this.damaged = damaged;
    }

    /** Returns whether the messages ended without the mark of a complete table. */
    boolean endMissing() {
        return endMissing;
    }

    @Override
    public @Nullable MessageResult readNext() throws IOException {
        if (ended || !nextIsIntact() || !nextIsWhole()) {
            ended = true;
            return null;
        }
        MessageResult message = super.readNext();
        lastBody = message.getBodyBuffer();
        return message;
    }

    /**
     * Passes over the next batches as long as none of them has more rows than are left to pass over. They are neither read
     * nor compared with their checksums.
     *
     * @param rows the rows to pass over
     * @return the rows passed over
     */
    long passOver(long rows) throws IOException {
        long passed = 0;
        while (!ended && nextIsWhole() && next != null && next.rows <= rows - passed) {
            passed += next.rows;
            file.seek(next.end);
        }
        return passed;
    }

    /** Releases the remains of a damaged message after decoding failed. */
    void releaseRemains() {
        if (lastBody != null && lastBody.refCnt() > 0) {
            lastBody.getReferenceManager().release(lastBody.refCnt());
        }
    }

    /** Moves to the next message that fits its checksum. */
    private boolean nextIsIntact() throws IOException {
        if (checksums.isEmpty()) {
            return true;
        }
        long from = file.getFilePointer();
        Optional<TableChecksums.Piece> next = checksums.get().next(from);
        long to = next.map(TableChecksums.Piece::begin).orElse(file.length());
        // The part that a killed writer was writing has no checksum yet, and is no damage.
        boolean isTear = next.isEmpty() && endMayBeMissing && !checksums.get().hasPassedOver() && !nextIsWhole();
        if (!isTear && (to > from || next.isEmpty())) {
            damaged.leftOut(from, to);
        }
        endMissing = endMissing || next.isEmpty();
        file.seek(to);
        return next.isPresent();
    }

    private boolean nextIsWhole() throws IOException {
        long start = file.getFilePointer();
        long remaining = file.length() - start;
        try {
            if (remaining < Integer.BYTES) {
                return torn();
            }
            int length = readLittleEndian();
            if (!started) {
                started = true;
                continuationMarks = length == MessageSerializer.IPC_CONTINUATION_TOKEN;
                refuseOtherFormats(length);
            }
            if (continuationMarks) {
                // A power cut leaves zeros instead of a mark at the end of a file.
                if (length != MessageSerializer.IPC_CONTINUATION_TOKEN || remaining < 2 * Integer.BYTES) {
                    return torn();
                }
                length = readLittleEndian();
            }
            if (length == 0) {
                return false;
            }
            long afterPrefix = remaining - (file.getFilePointer() - start);
            if (length < 0 || length > afterPrefix) {
                return torn();
            }
            MessageMetadataResult metadata = metadata(length);
            long bodyBytes = metadata.getMessageBodyLength();
            next = new Extent(rows(metadata.getMessage()), file.getFilePointer() + bodyBytes);
            return (bodyBytes >= 0 && bodyBytes <= afterPrefix - length) || torn();
        } finally {
            file.seek(start);
        }
    }

    private int readLittleEndian() throws IOException {
        return Integer.reverseBytes(file.readInt());
    }

    private static long rows(Message message) {
        return message.headerType() == MessageHeader.RecordBatch
                && message.header(new RecordBatch()) instanceof RecordBatch batch
                        ? batch.length()
                        : 0;
    }

    private MessageMetadataResult metadata(int metadataBytes) throws IOException {
        if (metadataBytes > MAX_METADATA_BYTES) {
            throw new InputException(path + " announces " + metadataBytes
                    + " bytes to describe one batch: it is damaged, or not an Arrow stream. Write or copy it again");
        }
        byte[] metadata = new byte[metadataBytes];
        file.readFully(metadata);
        ByteBuffer buffer = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN);
        return MessageMetadataResult.create(buffer, metadataBytes);
    }

    private void refuseOtherFormats(int firstInt) {
        byte[] first = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(firstInt).array();
        String magic = new String(first, StandardCharsets.ISO_8859_1);
        boolean plausible = continuationMarks || (firstInt > 0 && firstInt <= MAX_METADATA_BYTES);
        String found = switch (magic) {
            case "ARRO" -> "an Arrow file with a footer (feather)";
            case "PAR1" -> "a Parquet file";
            default -> plausible ? "" : "no Arrow stream";
        };
        if (!found.isEmpty()) {
            throw new InputException(path + " is " + found
                    + ". Give a file in Arrow's stream format, such as save_to_disk of HuggingFace datasets writes");
        }
    }

    /** A receiver of bytes that do not fit their checksum. */
    @FunctionalInterface
    interface DamagedBytes {
        /**
         * Omits the bytes.
         *
         * @param from the first
         * @param to   the first after them; the same if the table lacks its end
         * @throws InputException if nothing can be omitted
         */
        void leftOut(long from, long to);
    }

    private boolean torn() {
        if (!endMayBeMissing) {
            throw new InputException(path + " ends before it is complete: the program that wrote it was stopped, or "
                    + "only a part of it was copied. Write or copy it again");
        }
        endMissing = true;
        return false;
    }
}
