package dev.ipw.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A format of files for raw samples, one file for each source. A session uses the first one that {@link java.util.ServiceLoader}
 * finds; {@code ipw-core} brings Arrow's.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface SampleFormat {
    /**
     * Returns the ending of the files' names.
     *
     * @return the ending with its dot, such as {@code .arrow}
     */
    String extension();

    /**
     * Creates a file.
     *
     * @param file        a path where no file is
     * @param description the source
     * @param clock       the clock from which the rows' times count
     * @return its writer
     * @throws IOException if it cannot be created
     */
    Writer create(Path file, SampleFile description, RunClock clock) throws IOException;

    /**
     * Opens a file. A file that was torn by a kill gives the rows before the tear.
     *
     * @param file the file
     * @return its reader
     * @throws dev.ipw.error.InputException if it cannot be read or holds no samples
     */
    Reader open(Path file);

    /**
     * A row of readings. Times are in nanoseconds since the anchor of the run's clock.
     *
     * @param dueNanos    the time at which the row was planned after the row before it; empty if it was not planned
     * @param beforeNanos the earliest time at which it may have been read
     * @param afterNanos  the latest time at which it may have been read
     * @param cells       a {@link Long} for a counter, a {@link Double} for another sensor, null without a reading; in the order of the
     *                    sensors
     * @param losses      the reasons why sensors cannot be read, by the sensor's index; only those that are new in this row
     */
    record Row(OptionalLong dueNanos, long beforeNanos, long afterNanos, @Nullable Number[] cells,
            Map<Integer, String> losses) {}

    /** A file that is being written. Failures of the disk are unchecked exceptions. */
    interface Writer extends AutoCloseable {
        /**
         * Appends a row.
         *
         * @param row the row; its cells are not kept
         */
        void append(Row row);

        /** Writes and syncs all rows. */
        void flush();

        /** Completes the file. */
        @Override
        void close();
    }

    /** A file that is being read. For one thread at a time. */
    interface Reader extends AutoCloseable {
        /**
         * Returns the description of the source.
         *
         * @return the description that the file was created with
         */
        SampleFile description();

        /**
         * Returns the clock from which the rows' times count.
         *
         * @return its anchors, those of the process that sampled
         */
        RunClock clock();

        /**
         * Reads the next row.
         *
         * @return the row; null after the last
         * @throws dev.ipw.error.InputException if the file is damaged there
         */
        @Nullable
        Row next();

        /**
         * Returns the file of the checksums by which rows are verified.
         *
         * @return its path, whether it exists or not
         */
        Path checksumFile();

        /**
         * Returns whether the checksums exist.
         *
         * @return false if rows cannot be verified
         */
        boolean hasChecksums();

        /**
         * Lists the rows that were left out because their checksums are wrong.
         *
         * @return a sentence for each place, of the rows read so far
         */
        List<String> damage();

        /** Closes the file. Further calls do nothing. */
        @Override
        void close();
    }
}
