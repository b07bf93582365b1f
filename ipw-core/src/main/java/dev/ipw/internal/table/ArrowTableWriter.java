package dev.ipw.internal.table;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BufferLayout.BufferType;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A writer of rows of nested values to an Arrow IPC stream, in batches of {@value #BATCH_ROWS} rows or fewer. Memory
 * holds one batch for any number of rows. The same schema, metadata, rows and flushes give the same bytes. For one
 * thread at a time. A file of its checksums, a line for each batch, is written beside the table.
 */
public final class ArrowTableWriter implements AutoCloseable {
    /** The maximum number of rows of one batch, as HuggingFace datasets writes them. */
    public static final int BATCH_ROWS = 1000;
    /** The size of a batch above which its rows are written, so that long texts end a batch early. */
    private static final long BATCH_BYTES = 64L << 20;

    private final Path file;
    private final FileOutputStream stream;
    private final ChecksumWriter checksums;
    private final WriteChannel channel;
    private final BufferedOutputStream buffered;
    private final BufferAllocator allocator;
    private final VectorSchemaRoot root;
    private final ColumnWriter.Fields columns;
    private int pendingRows;
    private boolean failed;
    private boolean closed;

    private ArrowTableWriter(Path file, FileOutputStream stream, ChecksumWriter checksums, Struct schema,
            Map<String, String> metadata) {
        this.file = file;
        this.stream = stream;
        this.checksums = checksums;
        this.buffered = new BufferedOutputStream(stream, 1 << 16);
        this.channel = new HeapWriteChannel(checksums.over(buffered));
        this.allocator = new RootAllocator();
        this.root = VectorSchemaRoot.create(ArrowSchema.of(schema, metadata), allocator);
        this.columns = new ColumnWriter.Fields("", schema, root.getFieldVectors());
    }

    /**
     * Starts a table in a new file.
     *
     * @param file     the file, which must not exist, in a folder that must
     * @param schema   the columns
     * @param metadata texts to keep with the schema; no key named {@code huggingface}, whose content would have to
     *                 agree with the columns and is read differently by different versions of that library
     * @return the open writer
     * @throws InputException if the file exists or cannot be written
     */
    public static ArrowTableWriter create(Path file, Struct schema, Map<String, String> metadata) {
        try {
            Files.createFile(file);
        } catch (IOException failure) {
            throw cannotWrite(file, failure);
        }
        try {
            return begun(
                    new ArrowTableWriter(file, new FileOutputStream(file.toFile()), new ChecksumWriter(file), schema,
                            metadata));
        } catch (IOException failure) {
            throw cannotWrite(file, failure);
        }
    }

    private static ArrowTableWriter begun(ArrowTableWriter writer) {
        try {
            writer.writing(() -> {
                MessageSerializer.serialize(writer.channel, writer.root.getSchema());
                writer.checksums.endPiece();
                writer.sync();
            });
            AtomicFile.syncName(writer.file);
            return writer;
        } catch (RuntimeException failure) {
            writer.close();
            throw failure;
        }
    }

    /**
     * Adds a row.
     *
     * @param row the values by column name: String, Long, Integer, Double, Float, Boolean, or a Map or List of such by
     *            the schema; a missing key and null both mean that there is no value
     * @throws IllegalArgumentException if a value has the wrong type or a key is no column; the message names the
     *                                  column's path and the row is not added
     * @throws InputException           if the file cannot be written
     */
    public void append(Map<String, ? extends @Nullable Object> row) {
        requireOpen();
        columns.check(row);
        columns.write(pendingRows, row);
        endRow();
    }

    /**
     * Adds a row whose columns write themselves. A column that throws leaves the table unfinished.
     *
     * @param source the source of the values
     * @param fields the columns of the table, in their order
     * @param <S>    the type from which the values are taken
     * @throws InputException if the file cannot be written
     */
    public <S> void append(S source, List<? extends Cell.Field<S>> fields) {
        requireOpen();
        failed = true;
        columns.write(pendingRows, source, fields);
        failed = false;
        endRow();
    }

    private void requireOpen() {
        if (closed || failed) {
            throw new IllegalStateException("The table " + file + " is closed, or writing it failed");
        }
    }

    private void endRow() {
        pendingRows++;
        if (pendingRows == BATCH_ROWS || allocator.getAllocatedMemory() > BATCH_BYTES) {
            writing(this::writeBatch);
        }
    }

    /**
     * Writes the rows so far and waits until they are on the disk. A kill or a power cut after this loses none of them.
     *
     * @throws InputException if the file cannot be written
     */
    public void flush() {
        writing(this::sync);
    }

    /**
     * Returns the length of the file.
     *
     * @return the bytes of the schema and all finished batches; rows that wait for their batch do not count
     */
    public long writtenBytes() {
        return channel.getCurrentPosition();
    }

    /**
     * Writes the remaining rows and the mark of a complete table, and waits until they are on the disk. Further calls
     * do nothing.
     *
     * @throws InputException if the file cannot be written
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (allocator; root; stream; checksums) {
            if (!failed) {
                writing(() -> {
                    writeBatch();
                    ArrowStreamWriter.writeEndOfStream(channel, IpcOption.DEFAULT);
                    checksums.endPiece();
                    sync();
                });
            }
        } catch (IOException failure) {
            throw cannotWrite(file, failure);
        }
    }

    private void sync() throws IOException {
        writeBatch();
        buffered.flush();
        stream.getFD().sync();
        checksums.sync();
    }

    private void writeBatch() throws IOException {
        if (pendingRows == 0) {
            return;
        }
        root.setRowCount(pendingRows);
        try (ArrowRecordBatch batch = WholeBatch.of(root, allocator)) {
            MessageSerializer.serialize(channel, batch);
        }
        checksums.endPiece();
        root.clear();
        pendingRows = 0;
    }

    private void writing(Writing step) {
        try {
            step.run();
        } catch (IOException failure) {
            failed = true;
            throw cannotWrite(file, failure);
        } catch (RuntimeException | Error failure) {
            failed = true;
            throw failure;
        }
    }

    private static InputException cannotWrite(Path file, IOException failure) {
        return new InputException("Cannot write the table " + file + ": " + AtomicFile.reasonOf(failure)
                + ". Free some space or check the permissions of its folder, then try again", failure);
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    /**
     * The record batch of a table's rows, in which each column of texts or lists has length + 1 offsets. Arrow's own Java
     * library omits the offsets of an empty column, and readers in other languages then read past the end of a buffer.
     */
    private static final class WholeBatch {
        private final Iterator<ArrowBuf> unloaded;
        private final ArrowBuf zeroOffset;
        private final List<ArrowBuf> buffers = new ArrayList<>();

        private WholeBatch(List<ArrowBuf> unloaded, ArrowBuf zeroOffset) {
            this.unloaded = unloaded.iterator();
            this.zeroOffset = zeroOffset;
        }

        /** Returns the rows of a table, to be closed by the caller. */
        static ArrowRecordBatch of(VectorSchemaRoot root, BufferAllocator allocator) {
            try (ArrowRecordBatch unloaded = new VectorUnloader(root).getRecordBatch();
                    ArrowBuf zeroOffset = allocator.buffer(Integer.BYTES)) {
                zeroOffset.setInt(0, 0);
                zeroOffset.writerIndex(Integer.BYTES);
                WholeBatch batch = new WholeBatch(unloaded.getBuffers(), zeroOffset);
                root.getSchema().getFields().forEach(batch::add);
                return new ArrowRecordBatch(unloaded.getLength(), unloaded.getNodes(), batch.buffers);
            }
        }

        private void add(Field field) {
            for (BufferType type : TypeLayout.getTypeLayout(field.getType()).getBufferTypes()) {
                ArrowBuf buffer = unloaded.next();
                buffers.add(type == BufferType.OFFSET && buffer.readableBytes() == 0 ? zeroOffset : buffer);
            }
            field.getChildren().forEach(this::add);
        }
    }

    /** The translation of column types into Arrow's. Every field is nullable and none has Arrow's Null type. */
    private static final class ArrowSchema {
        private ArrowSchema() {}

        static Schema of(Struct struct, Map<String, String> metadata) {
            return new Schema(fieldsOf(struct), metadata);
        }

        private static List<Field> fieldsOf(Struct struct) {
            return struct.fields().entrySet().stream().map(field -> fieldOf(field.getKey(), field.getValue())).toList();
        }

        private static Field fieldOf(String name, ColumnType type) {
            return switch (type) {
                case Leaf leaf -> new Field(name, FieldType.nullable(arrowType(leaf)), List.of());
                case ListOf list -> new Field(name, FieldType.nullable(ArrowType.List.INSTANCE),
                        List.of(fieldOf("item", list.element())));
                case Struct struct ->
                    new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), fieldsOf(struct));
            };
        }

        private static ArrowType arrowType(Leaf leaf) {
            return switch (leaf) {
                case TEXT -> ArrowType.Utf8.INSTANCE;
                case WHOLE -> new ArrowType.Int(64, true);
                case REAL -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
                case TRUTH -> ArrowType.Bool.INSTANCE;
            };
        }
    }
}
