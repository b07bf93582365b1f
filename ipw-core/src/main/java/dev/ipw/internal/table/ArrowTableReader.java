package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.thread.Cancellation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CancellationException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the rows of an Arrow IPC stream, ours or one that HuggingFace datasets wrote. Memory holds one batch.
 * Arrow's types are translated: integers of every width become Long, floating-point numbers Double; bytes become Base64
 * text, decimals, dates, times and durations text in the form of ISO 8601; lists of every kind List, structs
 * SequencedMap, dictionaries the values they represent. String views, list views, unions and compressed bodies are
 * refused. For one thread at a time.
 */
public final class ArrowTableReader implements AutoCloseable {
    /** The extra memory of decoding beyond the file's own bytes: bitmaps and offsets that a stream may omit. */
    private static final long ROOM_BYTES = 64L << 20;
    private static final int MAX_NAMED = 10;
    private static final byte[] FILE_MAGIC = "ARROW1\0\0".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private final boolean endMayBeMissing;
    private final BufferAllocator allocator;
    private final Optional<TableChecksums> checksums;
    private final List<String> damage = new ArrayList<>();
    private final WholeMessages messages;
    private final ArrowStreamReader stream;
    private final VectorSchemaRoot root;
    private final ColumnReader.Structs rows;
    private final Struct schema;
    private final Rows unread = new Rows(false);
    private final Rows unviewed = new Rows(true);
    private boolean opened;
    private long rowsBefore;
    private boolean closed;

    private ArrowTableReader(Path file, RandomAccessFile bytes, boolean endMayBeMissing, boolean keepsBytes)
            throws IOException {
        this.file = file;
        this.endMayBeMissing = endMayBeMissing;
        this.allocator = new RootAllocator(ROOM_BYTES + 4 * bytes.length());
        this.checksums = TableChecksums.of(file, bytes);
        this.messages = new WholeMessages(file, bytes, allocator, endMayBeMissing, checksums, this::leaveOut);
        this.stream = new ArrowStreamReader(messages, allocator, new RefusedCompression());
        try {
            this.root = stream.getVectorSchemaRoot();
            this.rows = ColumnReader.Structs.rows(root.getFieldVectors(),
                    new ColumnReader.Decoding(stream, keepsBytes));
            this.schema = rows.type();
            this.opened = true;
        } catch (IOException | RuntimeException failure) {
            release();
            if (messages.endMissing()) {
                throw new InputException(file + " was cut off before its columns were written: no row can be read",
                        failure);
            }
            throw failure;
        }
    }

    /**
     * Handles a damaged part. Missing rows cannot be distinguished from rows that never existed, so that only samples
     * continue after it.
     */
    private void leaveOut(long from, long to) {
        String sums = TableChecksums.fileOf(file).getFileName().toString();
        if (!opened) {
            throw new InputException(file + " is damaged: the description of its columns does not fit its checksum in "
                    + sums + ", so that no row can be read");
        }
        String where = from == to
                ? file + " is damaged: it ends at byte " + from + ", behind row " + rowsBefore
                        + ", without the end that was written"
                : file + " is damaged: its bytes " + from + " to " + (to - 1) + ", behind row " + rowsBefore
                        + ", do not fit their checksum in " + sums;
        if (!endMayBeMissing) {
            throw new InputException(where);
        }
        if (damage.size() < MAX_NAMED) {
            damage.add(where + "; the rows there are left out");
        }
    }

    /**
     * Opens a complete table. If there are checksums beside it, each batch is compared with its own before its rows are
     * returned.
     *
     * @param file the file
     * @return its reader
     * @throws InputException if there is none, if it is no Arrow stream, or if it contains an unsupported type. A table
     *                        whose end is missing is refused when its rows have been read up to the tear
     */
    public static ArrowTableReader open(Path file) {
        return open(file, false, false);
    }

    /**
     * Opens a table that may have been cut off, for example by a kill while it was written. Its rows are those of all
     * batches before the tear; {@link #endMissing()} then returns whether there was one.
     *
     * @param file the file
     * @return its reader
     * @throws InputException if there is none, if it is no Arrow stream or was cut within its schema, or if it contains
     *                        an unsupported type
     */
    public static ArrowTableReader openReadablePrefix(Path file) {
        return open(file, true, false);
    }

    /**
     * Opens a complete table of another program: in the stream format, or in the file format with a footer, which is a
     * stream after eight bytes. Bytes remain bytes, and do not become Base64 text.
     *
     * @param file the file
     * @return its reader
     * @throws InputException as {@link #open(Path)} does
     */
    public static ArrowTableReader openForeign(Path file) {
        return open(file, false, true);
    }

    private static void passMagic(RandomAccessFile bytes) throws IOException {
        byte[] start = new byte[FILE_MAGIC.length];
        boolean isFile = bytes.length() >= start.length;
        if (isFile) {
            bytes.readFully(start);
        }
        bytes.seek(isFile && Arrays.equals(start, FILE_MAGIC) ? start.length : 0);
    }

    private static ArrowTableReader open(Path file, boolean endMayBeMissing, boolean foreign) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + " is a folder, not an Arrow file");
        }
        try {
            RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r");
            try {
                if (foreign) {
                    passMagic(bytes);
                }
                return new ArrowTableReader(file, bytes, endMayBeMissing, foreign);
            } catch (IOException | RuntimeException failure) {
                bytes.close();
                throw failure;
            }
        } catch (FileNotFoundException missing) {
            String reason = Files.exists(file) ? "it may not be read" : "there is no such file";
            throw new InputException("Cannot open " + file + ": " + reason + ". Check the path and its permissions",
                    missing);
        } catch (IOException | RuntimeException failure) {
            throw damaged(file, failure);
        }
    }

    /**
     * Returns whether there are checksums beside the table.
     *
     * @return false if its content cannot be checked
     */
    public boolean hasChecksums() {
        return checksums.isPresent();
    }

    /**
     * Returns the rows of a readable prefix that were omitted because they do not fit their checksums.
     *
     * @return a sentence for each place read so far; the first ten
     */
    public List<String> damage() {
        return List.copyOf(damage);
    }

    /**
     * Returns the types of the columns after the translation.
     *
     * @return the columns
     */
    public Struct schema() {
        return schema;
    }

    /**
     * Returns the texts kept with the schema.
     *
     * @return the texts by key
     */
    public Map<String, String> metadata() {
        Map<String, String> metadata = root.getSchema().getCustomMetadata();
        return metadata == null ? Map.of() : Map.copyOf(metadata);
    }

    /**
     * Returns the rows in their order, once: every call returns the same iterator.
     *
     * @return the rows; every column is a key, null without a value. {@code hasNext} and {@code next} throw
     *         {@link InputException} if the file is damaged
     */
    public Iterator<SequencedMap<String, @Nullable Object>> rows() {
        return unread;
    }

    /**
     * Returns the rows in their order, once, for a caller that needs few of their values: only these are decoded. A row
     * is valid until the next one is asked for. A caller takes these or {@link #rows()}, not both.
     *
     * @return the rows as {@link #rows()} gives them
     */
    public Iterator<SequencedMap<String, @Nullable Object>> views() {
        return unviewed;
    }

    /**
     * Passes over rows before the next of {@link #rows()}. Whole batches among them are not read.
     *
     * @param count the number of rows
     * @return the number of rows passed over; fewer only at the end
     * @throws InputException if the file is damaged
     */
    public long skip(long count) {
        return unread.skip(count);
    }

    /**
     * Returns whether the end of the table is missing. Known when all rows have been read.
     *
     * @return true if the file ends without the mark of a complete table
     */
    public boolean endMissing() {
        return messages.endMissing();
    }

    /** Closes the file. Further calls do nothing. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release();
        }
    }

    private void release() {
        try {
            stream.close();
            messages.releaseRemains();
            allocator.close();
            if (checksums.isPresent()) {
                checksums.get().close();
            }
        } catch (IOException failure) {
            throw new InputException("Cannot close " + file + ": " + AtomicFile.reasonOf(failure), failure);
        }
    }

    private static InputException damaged(Path file, Exception failure) {
        if (failure instanceof CancellationException cancelled) {
            throw cancelled;
        }
        if (failure instanceof InputException known) {
            String message = String.valueOf(known.getMessage());
            return message.startsWith(file.toString()) ? known : new InputException(file + ": " + message, known);
        }
        String reason = failure instanceof OutOfMemoryException
                ? "a batch claims more memory than the file explains"
                : failure instanceof IOException io ? AtomicFile.reasonOf(io) : String.valueOf(failure.getMessage());
        return new InputException(file + " cannot be read as an Arrow stream: " + reason + ". Write or copy it again",
                failure);
    }

    private final class Rows implements Iterator<SequencedMap<String, @Nullable Object>> {
        private final boolean asViews;
        private int next;
        private int batchRows;

        Rows(boolean asViews) {
            this.asViews = asViews;
        }

        @Override
        public boolean hasNext() {
            if (closed) {
                throw new IllegalStateException("The table " + file + " is closed");
            }
            Cancellation.check();
            try {
                while (next >= batchRows) {
                    if (!stream.loadNextBatch()) {
                        return false;
                    }
                    next = 0;
                    batchRows = root.getRowCount();
                    rowsBefore += batchRows;
                }
                return true;
            } catch (IOException | RuntimeException failure) {
                throw damaged(file, failure);
            }
        }

        long skip(long count) {
            long left = count;
            try {
                while (left > 0) {
                    int here = (int) Math.min(left, batchRows - next);
                    next += here;
                    left -= here;
                    long passed = left == 0 ? 0 : messages.passOver(left);
                    left -= passed;
                    rowsBefore += passed;
                    if (left > 0 && !hasNext()) {
                        break;
                    }
                }
                return count - left;
            } catch (IOException | RuntimeException failure) {
                throw damaged(file, failure);
            }
        }

        @Override
        public SequencedMap<String, @Nullable Object> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                int row = next++;
                return asViews ? rows.presentView(row) : rows.present(row);
            } catch (RuntimeException failure) {
                throw damaged(file, failure);
            }
        }
    }

    private static final class RefusedCompression implements CompressionCodec.Factory {
        @Override
        public CompressionCodec createCodec(CompressionUtil.CodecType codec) {
            if (codec == CompressionUtil.CodecType.NO_COMPRESSION) {
                return NoCompressionCodec.INSTANCE;
            }
            throw new InputException("its batches are compressed with " + codec
                    + ", which is not understood. Save the dataset again without compression");
        }

        @Override
        public CompressionCodec createCodec(CompressionUtil.CodecType codec, int level) {
            return createCodec(codec);
        }
    }
}
