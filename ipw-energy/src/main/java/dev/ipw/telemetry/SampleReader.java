package dev.ipw.telemetry;

import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the raw samples that a session kept of one source, row by row. A file that was torn by a kill gives the
 * rows before the tear, and rows that do not fit their checksum are left out. For one thread at a time.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SampleReader implements AutoCloseable {
    private final SampleFormat.Reader file;
    private final List<Sensor> sensors;
    private SampleFormat.@Nullable Row pending;

    private SampleReader(SampleFormat.Reader file) {
        this.file = file;
        sensors = file.description().sensors();
        try {
            pending = file.next();
        } catch (InputException damaged) {
            file.close();
            throw damaged;
        }
    }

    /**
     * Opens the file of one source.
     *
     * @param file a file in the telemetry folder of a run
     * @return its reader
     * @throws InputException if it cannot be read, or holds no samples
     */
    public static SampleReader open(Path file) {
        return open(file, SampleFormats.require());
    }

    static SampleReader open(Path file, SampleFormat format) {
        return new SampleReader(format.open(file));
    }

    /**
     * Returns whether each batch of rows was verified by a checksum before it was returned.
     *
     * @return false if no checksums lie beside the file
     */
    public boolean hasChecksums() {
        return file.hasChecksums();
    }

    Path checksumFile() {
        return file.checksumFile();
    }

    /**
     * Lists the rows that were left out because their checksums are wrong.
     *
     * @return a sentence for each place, of those read so far; the first ten
     */
    public List<String> damage() {
        return file.damage();
    }

    /**
     * Returns the id of the source.
     *
     * @return its id
     */
    public String sourceId() {
        return file.description().sourceId();
    }

    /**
     * Returns the period of the readings.
     *
     * @return the period between two rows
     */
    public Duration period() {
        return Duration.ofNanos(file.description().periodNanos());
    }

    /**
     * Lists the sensors of the source.
     *
     * @return the sensors, in the order of the sink's indices
     */
    public List<Sensor> sensors() {
        return file.description().sensors();
    }

    /**
     * Describes the devices that were read.
     *
     * @return their descriptions
     */
    public List<DeviceInfo> devices() {
        return file.description().devices();
    }

    /**
     * Returns whether the readings are of the machine that served the model, wherever that was.
     *
     * @return true if the source read the serving machine
     */
    public boolean readsServingMachine() {
        return file.description().readsServingMachine();
    }

    /**
     * Returns the clock to which the times of the rows refer.
     *
     * @return its anchors, those of the process that sampled
     */
    public RunClock clock() {
        return file.clock();
    }

    /**
     * Returns whether there is another row.
     *
     * @return false after the last
     * @throws InputException if the file is damaged there
     */
    public boolean hasNext() {
        if (pending == null) {
            pending = file.next();
        }
        return pending != null;
    }

    /**
     * Returns the earliest moment at which the next row may have been read.
     *
     * @return nanoseconds since the clock's anchor
     * @throws NoSuchElementException after the last row
     */
    public long nextNanos() {
        if (!hasNext() || pending == null) {
            throw new NoSuchElementException();
        }
        return pending.beforeNanos();
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
        SampleFormat.Row row = pending;
        pending = null;
        sink.at(row.beforeNanos() + shiftNanos, row.afterNanos() + shiftNanos);
        // A planned pause is not one of the gaps that a session flags, in a replay as in the original.
        if (sink instanceof SampleRows rowsOfSession && row.dueNanos().isPresent()) {
            rowsOfSession.plan(row.dueNanos().getAsLong() + shiftNanos);
        }
        for (int i = 0; i < sensors.size(); i++) {
            Number cell = row.cells()[i];
            if (cell != null && sensors.get(i).quantity().isCounter()) {
                sink.counter(i, cell.longValue());
            } else if (cell != null) {
                sink.gauge(i, cell.doubleValue());
            }
        }
        row.losses().forEach(sink::lost);
    }

    /** Closes the file. Further calls do nothing. */
    @Override
    public void close() {
        file.close();
    }
}
