package dev.ipw.benchmarks.rows;

import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.schema.ColumnSchema;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A reader of a Parquet file batch by batch, even if its row groups are large. */
final class ParquetRows implements RowSource {
    private static final int THREADS = 2;
    private static final int MAX_ROWS_PER_BATCH = 256;
    private static final long BYTES_PER_BATCH = 4L << 20;
    private static final int MAX_SHOWN = 200;

    private final HardwoodContext context;
    private final ParquetFileReader file;
    private final ColumnReaders readers;
    private final ParquetColumn.Structs rows;
    private final long allRows;
    private long batchesRows;
    private int batchRows;
    private int nextInBatch;

    private ParquetRows(HardwoodContext context, ParquetFileReader file, Set<String> columns) {
        this.context = context;
        this.file = file;
        ParquetSchema schema = ParquetSchema.of(file.getFileSchema(), columns);
        List<RowGroup> groups = file.getFileMetaData().rowGroups();
        this.allRows = groups.stream().mapToLong(RowGroup::numRows).sum();
        this.readers = file.buildColumnReaders(schema.projection())
                .batchSize(rowsPerBatch(groups, schema.columns())).build();
        Map<Integer, ColumnReader> byColumn = new HashMap<>();
        for (int index = 0; index < readers.getColumnCount(); index++) {
            ColumnReader reader = readers.getColumnReader(index);
            byColumn.put(reader.getColumnSchema().columnIndex(), reader);
        }
        this.rows = schema.rows(column -> Optional.ofNullable(byColumn.get(column)).orElseThrow());
    }

    /**
     * Opens a file.
     *
     * @param path    its path
     * @param name    the name of the file in messages
     * @param columns the columns that are read; all if it is empty or names none of the file
     */
    static RowSource open(Path path, String name, Set<String> columns) throws IOException {
        HardwoodContext context = HardwoodContext.create(THREADS);
        try {
            ParquetFileReader file = ParquetFileReader.open(new ParquetBytes(InputFile.of(path), name), context);
            try {
                if (file.getFileMetaData().rowGroups().stream().noneMatch(group -> group.numRows() > 0)) {
                    // The library looks for pages in a group without rows, and reports other bytes as damage.
                    file.close();
                    context.close();
                    return new NoRows();
                }
                return new ParquetRows(context, file, columns);
            } catch (RuntimeException unusable) {
                file.close();
                throw unusable;
            }
        } catch (IOException | RuntimeException unusable) {
            context.close();
            throw damaged(unusable);
        }
    }

    /** Returns the number of rows of a batch, which is small for large rows, such as those with images. */
    private static int rowsPerBatch(List<RowGroup> groups, List<ColumnSchema> columns) {
        Set<List<String>> paths = columns.stream().map(column -> column.fieldPath().elements())
                .collect(Collectors.toSet());
        long mostPerRow = groups.stream().filter(group -> group.numRows() > 0)
                .mapToLong(group -> bytes(group, paths) / group.numRows()).max().orElse(0);
        return Math.clamp(BYTES_PER_BATCH / Math.max(1, mostPerRow), 1, MAX_ROWS_PER_BATCH);
    }

    private static long bytes(RowGroup group, Set<List<String>> paths) {
        return group.columns().stream().map(chunk -> chunk.metaData())
                .filter(column -> paths.contains(column.pathInSchema().elements()))
                .mapToLong(column -> column.totalUncompressedSize()).sum();
    }

    @Override
    public Optional<Map<String, @Nullable Object>> next() {
        try {
            if (nextInBatch == batchRows && !nextBatch()) {
                return Optional.empty();
            }
            return Optional.of(rows.row(nextInBatch++));
        } catch (RuntimeException failed) {
            throw damaged(failed);
        }
    }

    private boolean nextBatch() {
        if (!readers.nextBatch()) {
            // An interrupted reader stops as if it had reached the end.
            if (batchesRows != allRows) {
                throw new InputException("reading stopped after " + batchesRows + " of " + allRows
                        + " rows; read it again");
            }
            return false;
        }
        rows.load();
        batchRows = readers.getRecordCount();
        batchesRows += batchRows;
        nextInBatch = 0;
        return batchRows > 0;
    }

    private static InputException damaged(Exception failure) {
        if (failure instanceof InputException known) {
            return known;
        }
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String reason = Excerpt.of(String.valueOf(cause.getMessage()), MAX_SHOWN);
        return cause instanceof OutOfMemoryError
                ? new InputException("a part of the file is larger than the memory (" + reason
                        + "); give Java more with -Xmx", failure)
                : new InputException("it cannot be read as Parquet (" + reason + "); download or copy it again",
                        failure);
    }

    @Override
    public void close() throws IOException {
        try {
            readers.close();
            file.close();
        } finally {
            context.close();
        }
    }

    /** A reader of a table of columns without rows. */
    private record NoRows() implements RowSource {
        @Override
        public Optional<Map<String, @Nullable Object>> next() {
            return Optional.empty();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    /**
     * The bytes of a Parquet file. The library never stops reading where a damaged page claims more bytes than its
     * column has: it repeatedly requests zero bytes then, which is rejected here.
     *
     * @param file the mapped file
     * @param name the name of the file in messages
     */
    private record ParquetBytes(InputFile file, String name) implements InputFile {
        @Override
        public void open() throws IOException {
            file.open();
        }

        @Override
        public ByteBuffer readRange(long offset, int length) throws IOException {
            if (length <= 0) {
                throw new IOException("a page at byte " + offset + " reaches beyond the end of its column");
            }
            return file.readRange(offset, length);
        }

        @Override
        public long length() throws IOException {
            return file.length();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
