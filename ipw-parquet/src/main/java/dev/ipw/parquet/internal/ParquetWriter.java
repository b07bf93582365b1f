package dev.ipw.parquet.internal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of a Parquet file, from its first byte to its last, so that any stream can take it. A row group has one page
 * for each column. Values are in plain encoding: compression takes care of what repeats.
 *
 * @see <a href="https://parquet.apache.org/docs/file-format/">the format</a>
 */
public final class ParquetWriter implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final long MAX_GROUP_BYTES = 32L << 20;
    /** A level at which the compression takes less time than reading the rows. */
    private static final int COMPRESSION_LEVEL = 3;
    private static final int PLAIN = 0;
    private static final int LEVELS = 3;
    private static final int ZSTD = 6;

    private final OutputStream out;
    private final ParquetSchema schema;
    private final long maxGroupBytes;
    private final ZstdCompressCtx compressor = new ZstdCompressCtx();
    private final Bytes groups = new Bytes();
    private final Bytes page = new Bytes();
    private byte[] compressed = new byte[0];
    private int groupCount;
    private int groupRows;
    private long rows;
    private long position;

    /** Creates a writer of a table with these columns. */
    public ParquetWriter(Struct table, OutputStream out) throws IOException {
        this(table, out, MAX_GROUP_BYTES);
    }

    /** Creates a writer that begins another row group when the rows of one have reached a size. */
    public ParquetWriter(Struct table, OutputStream out, long maxGroupBytes) throws IOException {
        this.schema = new ParquetSchema(table);
        this.out = out;
        this.maxGroupBytes = maxGroupBytes;
        compressor.setLevel(COMPRESSION_LEVEL);
        put(MAGIC, MAGIC.length);
    }

    /** Writes a row; columns that it lacks are null. */
    public void write(Map<String, @Nullable Object> row) throws IOException {
        schema.rows().writeFields(row, 0, 0);
        groupRows++;
        long bytes = 0;
        for (ParquetColumn column : schema.columns()) {
            bytes += column.bytes();
        }
        if (bytes >= maxGroupBytes) {
            endGroup();
        }
    }

    /** Writes the remaining rows and the description of the file; returns the number of its rows. */
    public long finish() throws IOException {
        if (groupRows > 0) {
            endGroup();
        }
        Bytes footer = new Bytes();
        CompactStruct.write(footer, file -> {
            schema.describe(file.number(1, 1), 2);
            file.number(3, rows).structs(4, groups, groupCount).text(6, "Intelligence Per Watt for Java");
        });
        footer.putInt(footer.size());
        footer.put(MAGIC);
        put(footer.array(), footer.size());
        return rows;
    }

    private void endGroup() throws IOException {
        Bytes chunks = new Bytes();
        long before = position;
        long uncompressed = 0;
        for (ParquetColumn column : schema.columns()) {
            uncompressed += writeChunk(column, chunks);
        }
        long bytes = uncompressed;
        CompactStruct.write(groups, group -> group.structs(1, chunks, schema.columns().size()).number(2, bytes)
                .number(3, (long) groupRows).number(5, before).number(6, position - before));
        groupCount++;
        rows += groupRows;
        groupRows = 0;
    }

    /** Writes a column's part of the row group and appends its description; returns its size before compression. */
    private long writeChunk(ParquetColumn column, Bytes chunks) throws IOException {
        page.clear();
        int levels = column.moveTo(page);
        int capacity = Math.toIntExact(Zstd.compressBound(page.size()));
        if (compressed.length < capacity) {
            compressed = new byte[capacity];
        }
        int size = compressor.compressByteArray(compressed, 0, compressed.length, page.array(), 0, page.size());
        Bytes header = new Bytes();
        CompactStruct.write(header, one -> one.number(1, 0).number(2, page.size()).number(3, size)
                .struct(5, data -> data.number(1, levels).number(2, PLAIN).number(3, LEVELS).number(4, LEVELS)));
        long begin = position;
        put(header.array(), header.size());
        put(compressed, size);
        long uncompressed = (long) header.size() + page.size();
        CompactStruct.write(chunks, chunk -> chunk.number(2, begin).struct(3,
                data -> data.number(1, column.physicalType()).numbers(2, LEVELS, PLAIN)
                        .texts(3, column.path(), column.path().size()).number(4, ZSTD).number(5, (long) levels)
                        .number(6, uncompressed).number(7, position - begin).number(9, begin)));
        return uncompressed;
    }

    private void put(byte[] bytes, int length) throws IOException {
        out.write(bytes, 0, length);
        position += length;
    }

    /** Releases the memory of the compression. */
    @Override
    public void close() {
        compressor.close();
    }
}
