package dev.ipw.telemetry;

import dev.ipw.energy.EnergySeries;
import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.SourceRecorders.SensorRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Read back the raw samples of a run and make the same series of them that the session made, so that a run can be divided
 * over its requests again. Times count from the run's anchor. A file that was torn by a kill gives what it has.
 */
public final class SampleStore {
    private final Readings readings;
    private final List<String> problems;

    private SampleStore(Readings readings, List<String> problems) {
        this.readings = readings;
        this.problems = List.copyOf(problems);
    }

    /**
     * Read all samples of a run.
     *
     * @param telemetryDirectory the folder that the session spooled to
     * @return the series in it; none if it is empty
     * @throws InputException if the folder cannot be listed
     */
    public static SampleStore read(Path telemetryDirectory) {
        List<String> problems = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        List<Readings> groups = new ArrayList<>();
        Map<Sensor, SensorRecorder> recorders = new HashMap<>();
        try {
            for (Path file : arrowFiles(telemetryDirectory)) {
                try {
                    parts.add(new Part(file));
                } catch (InputException unreadable) {
                    problems.add(unreadable.getMessage());
                }
            }
            // A resumed run has several files of one source; the series goes on from one to the next.
            parts.sort(Comparator.comparingLong(Part::firstNanos));
            for (Part part : parts) {
                groups.add(part.replay(recorders, problems));
            }
        } finally {
            parts.forEach(Part::close);
        }
        return new SampleStore(Readings.of(groups), problems);
    }

    private static List<Path> arrowFiles(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".arrow")).sorted().toList();
        } catch (IOException failed) {
            throw new InputException("Cannot list the samples in " + directory + ": " + failed.getMessage()
                    + ". Check that it is the telemetry folder of a run", failed);
        }
    }

    /**
     * Give the joules of each device.
     *
     * @return one series for each device, in the order of the files
     */
    public List<EnergySeries> energy() {
        return readings.energy();
    }

    /**
     * Cut a window.
     *
     * @param startNanos when it begins, in nanoseconds since the run's anchor
     * @param endNanos   when it ends; not before its start
     * @return what the session would have said once it was closed: the same joules, bounds, flags and reasons
     */
    public TelemetryWindow window(long startNanos, long endNanos) {
        return new TelemetryWindow(readings, startNanos, endNanos, "the run kept no samples of energy");
    }

    /**
     * Say what is missing from the figures.
     *
     * @return one sentence for each file that is damaged, a torn end not being one, and for each sensor that was lost
     *         until the end
     */
    public List<String> problems() {
        return Stream.concat(problems.stream(), readings.losses().stream()).toList();
    }

    /** Read one file. */
    private static final class Part implements AutoCloseable {
        private final ArrowTableReader reader;
        private final SampleFile file;
        private final Iterator<SequencedMap<String, @Nullable Object>> rows;
        private @Nullable Map<String, @Nullable Object> pending;

        Part(Path path) {
            reader = ArrowTableReader.openReadablePrefix(path);
            try {
                file = SampleFile.read(path.toString(), reader.metadata());
                rows = reader.rows();
                pending = rows.hasNext() ? rows.next() : null;
            } catch (InputException notSamples) {
                reader.close();
                throw notSamples;
            }
        }

        long firstNanos() {
            return pending != null && pending.get(SampleFile.BEFORE_COLUMN) instanceof Long nanos
                    ? nanos
                    : Long.MAX_VALUE;
        }

        Readings replay(Map<Sensor, SensorRecorder> known, List<String> problems) {
            SourceRecorders recorders = new SourceRecorders(file.sensors(), file.periodNanos(), known);
            Tick tick = new Tick(file.sensors().toArray(Sensor[]::new));
            try {
                while (pending != null) {
                    replay(pending, recorders, tick);
                    pending = rows.hasNext() ? rows.next() : null;
                }
            } catch (InputException damaged) {
                problems.add(damaged.getMessage());
            }
            return recorders.readings();
        }

        private void replay(Map<String, @Nullable Object> row, SourceRecorders recorders, Tick tick) {
            if (!(row.get(SampleFile.BEFORE_COLUMN) instanceof Long before)
                    || !(row.get(SampleFile.AFTER_COLUMN) instanceof Long after)) {
                return;
            }
            tick.clear();
            if (row.get(SampleFile.DUE_COLUMN) instanceof Long due) {
                tick.plan(due);
            }
            for (int i = 0; i < file.sensors().size(); i++) {
                Object cell = row.get(file.column(i));
                if (cell instanceof Long counts && tick.isCounter(i)) {
                    tick.counter(i, counts);
                } else if (cell instanceof Double value && !tick.isCounter(i)) {
                    tick.gauge(i, value);
                }
            }
            if (row.get(SampleFile.LOST_COLUMN) instanceof String lost) {
                TreeReader reasons = TreeReader.ofJson(file.sourceId() + ": " + SampleFile.LOST_COLUMN, lost);
                for (int i = 0; i < file.sensors().size(); i++) {
                    int sensor = i;
                    reasons.optionalText(String.valueOf(i)).ifPresent(reason -> tick.lost(sensor, reason));
                }
            }
            recorders.record(before, after, tick);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
