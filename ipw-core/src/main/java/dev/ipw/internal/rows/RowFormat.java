package dev.ipw.internal.rows;

import java.io.IOException;
import java.io.InputStream;

/** A text format of rows. */
public interface RowFormat {
    /** The maximum size of one line, field or record of a file, in bytes or characters. */
    int MAX_PER_ROW = 16 << 20;

    /**
     * Starts reading; the stream is closed with the reader.
     *
     * @param stream the file
     * @param source the file's name in messages
     * @throws dev.ipw.error.InputException if the beginning of the file is wrong
     * @throws IOException                  if reading fails
     */
    RowReader open(InputStream stream, String source) throws IOException;
}
