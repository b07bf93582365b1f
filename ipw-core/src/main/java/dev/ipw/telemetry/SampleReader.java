package dev.ipw.telemetry;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the raw samples that a session kept of one source, row by row. A file that was torn by a kill gives the
 * rows before the tear, and rows that do not fit their checksum are left out. For one thread at a time.
 */
public final class SampleReader implements AutoCloseable {
    private final ArrowTableReader table;
    private final SampleFile file;
    private final List<String> columns;
    private final RunClock clock;
    private final Iterator<SequencedMap<String, @Nullable Object>> rows;
    private @Nullable Map<String, @Nullable Object> pending;
    private long pendingBeforeNanos;
    private long pendingAfterNanos;

    private SampleReader(Path path) {
        table = ArrowTableReader.openReadablePrefix(path);
        try {
            file = SampleFile.read(path.toString(), table.metadata());
            columns = file.columns();
            clock = SampleFile.clock(path.toString(), table.metadata());
            rows = table.rows();
            advance();
        } catch (InputException notSamples) {
            table.close();
            throw notSamples;
        }
    }

    /**
     * Opens the file of one source.
     *
     * @param file a file {@code *.arrow} in the telemetry folder of a run
     * @return its reader
     * @throws InputException if it cannot be read, or holds no samples
     */
    public static SampleReader open(Path file) {
        return new SampleReader(file);
    }

    /**
     * Returns whether each batch of rows was verified by a checksum before it was returned.
     *
     * @return false if no checksums lie beside the file
     */
    public boolean hasChecksums() {
        return table.hasChecksums();
    }

    /**
     * Lists the rows that were left out because their checksums are wrong.
     *
     * @return a sentence for each place, of those read so far; the first ten
     */
    public List<String> damage() {
        return table.damage();
    }

    /**
     * Returns the id of the source.
     *
     * @return its id
     */
    public String sourceId() {
        return file.sourceId();
    }

    /**
     * Returns the period of the readings.
     *
     * @return the period between two rows
     */
    public Duration period() {
        return Duration.ofNanos(file.periodNanos());
    }

    /**
     * Lists the sensors of the source.
     *
     * @return the sensors, in the order of the sink's indices
     */
    public List<Sensor> sensors() {
        return file.sensors();
    }

    /**
     * Describes the devices that were read.
     *
     * @return their descriptions
     */
    public List<DeviceInfo> devices() {
        return file.devices();
    }

    /**
     * Returns whether the readings are of the machine that served the model, wherever that was.
     *
     * @return true if the source read the serving machine
     */
    public boolean readsServingMachine() {
        return file.readsServingMachine();
    }

    /**
     * Returns the clock to which the times of the rows refer.
     *
     * @return its anchors, those of the process that sampled
     */
    public RunClock clock() {
        return clock;
    }

    /**
     * Returns whether there is another row.
     *
     * @return false after the last
     * @throws InputException if the file is damaged there
     */
    public boolean hasNext() {
        advance();
        return pending != null;
    }

    private void advance() {
        while (pending == null && rows.hasNext()) {
            Map<String, @Nullable Object> row = rows.next();
            if (row.get(SampleFile.BEFORE_COLUMN) instanceof Long before
                    && row.get(SampleFile.AFTER_COLUMN) instanceof Long after) {
                pending = row;
                pendingBeforeNanos = before;
                pendingAfterNanos = after;
            }
        }
    }

    /**
     * Returns the earliest moment at which the next row may have been read.
     *
     * @return nanoseconds since the clock's anchor
     * @throws NoSuchElementException after the last row
     */
    public long nextNanos() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return pendingBeforeNanos;
    }

    /** Skips the next sample. */
    void skip() {
        pending = null;
    }

    /**
     * Reads the next row: its time, its readings, and its losses.
     *
     * @param sink       receives them
     * @param shiftNanos the nanoseconds to add to its time, which counts from the clock's anchor
     * @throws NoSuchElementException after the last row
     * @throws InputException         if the losses of the row cannot be parsed
     */
    public void next(SampleSink sink, long shiftNanos) {
        if (!hasNext() || pending == null) {
            throw new NoSuchElementException();
        }
        Map<String, @Nullable Object> row = pending;
        pending = null;
        sink.at(pendingBeforeNanos + shiftNanos, pendingAfterNanos + shiftNanos);
        // A planned pause is not one of the gaps that a session flags, in a replay as in the original.
        if (sink instanceof SampleRows rowsOfSession && row.get(SampleFile.DUE_COLUMN) instanceof Long due) {
            rowsOfSession.plan(due + shiftNanos);
        }
        for (int i = 0; i < file.sensors().size(); i++) {
            Object cell = row.get(columns.get(i));
            boolean counter = file.sensors().get(i).quantity().isCounter();
            if (cell instanceof Long counts && counter) {
                sink.counter(i, counts);
            } else if (cell instanceof Double value && !counter) {
                sink.gauge(i, value);
            }
        }
        if (row.get(SampleFile.LOST_COLUMN) instanceof String lost) {
            TreeReader reasons = TreeReader.ofJson(file.sourceId() + ": " + SampleFile.LOST_COLUMN, lost);
            for (int i = 0; i < file.sensors().size(); i++) {
                int sensor = i;
                reasons.optionalText(String.valueOf(i)).ifPresent(reason -> sink.lost(sensor, reason));
            }
        }
    }

    /** Closes the file. Further calls do nothing. */
    @Override
    public void close() {
        table.close();
    }
}
