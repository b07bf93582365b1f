package dev.ipw.internal.rows;

import java.io.IOException;
import java.io.InputStream;

/** Read the rows of one text format. */
public interface RowFormat {
    /** The most that one line, field or record of a file may hold, in bytes or characters. */
    int MOST_PER_ROW = 16 << 20;

    /**
     * Starts reading; the stream is closed with the reader.
     *
     * @param stream the file
     * @param source the file as messages name it
     * @throws dev.ipw.error.InputException if the file does not start as it should
     * @throws IOException                  if reading fails
     */
    RowReader open(InputStream stream, String source) throws IOException;
}
