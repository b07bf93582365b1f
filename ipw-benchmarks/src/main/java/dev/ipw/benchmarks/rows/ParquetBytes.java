package dev.ipw.benchmarks.rows;

import dev.hardwood.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a Parquet file. The library never stops reading where a damaged page claims more bytes than its column
 * has: it repeatedly requests zero bytes then, which is rejected here.
 *
 * @param file the mapped file
 * @param name the name of the file in messages
 */
record ParquetBytes(InputFile file, String name) implements InputFile {
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
