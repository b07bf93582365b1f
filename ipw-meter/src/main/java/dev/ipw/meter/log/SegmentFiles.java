package dev.ipw.meter.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** The files of a log. A seam for disks that fail. */
interface SegmentFiles {
    /** Creates a file that only its owner may read, or empties it. */
    Open create(Path file) throws IOException;

    /** Returns the size of a file in bytes. */
    long size(Path file) throws IOException;

    /** Deletes a file. */
    void delete(Path file) throws IOException;

    /** A file that is being written. */
    interface Open extends Closeable {
        /** Appends bytes. */
        void append(byte[] bytes) throws IOException;

        /** Waits until the disk has all bytes. */
        void sync() throws IOException;
    }
}
