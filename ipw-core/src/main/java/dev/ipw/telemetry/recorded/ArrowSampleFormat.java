package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import dev.ipw.internal.table.ArrowTableWriter;
import dev.ipw.internal.table.TableChecksums;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleFile;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.Sensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The Arrow files of raw samples in the folder of a run. */
public final class ArrowSampleFormat implements SampleFormat {
    static final String EXTENSION = ".arrow";

    /** Creates the format. */
    public ArrowSampleFormat() {}

    @Override
    public String extension() {
        return EXTENSION;
    }

    @Override
    public Writer create(Path file, SampleFile description, RunClock clock) throws IOException {
        SampleLayout layout = new SampleLayout(description);
        return new ArrowWriter(layout.columns(),
                ArrowTableWriter.create(file, layout.schema(), layout.metadata(clock)));
    }

    @Override
    public Reader open(Path file) {
        return new ArrowReader(file);
    }

    private record ArrowWriter(List<String> columns, ArrowTableWriter table) implements Writer {
        @Override
        public void append(Row row) {
            Map<String, Object> values = new LinkedHashMap<>();
            row.dueNanos().ifPresent(due -> values.put(SampleLayout.DUE_COLUMN, due));
            values.put(SampleLayout.BEFORE_COLUMN, row.beforeNanos());
            values.put(SampleLayout.AFTER_COLUMN, row.afterNanos());
            for (int i = 0; i < columns.size(); i++) {
                Number cell = row.cells()[i];
                if (cell != null) {
                    values.put(columns.get(i), cell);
                }
            }
            if (!row.losses().isEmpty()) {
                TreeBuilder losses = TreeBuilder.object();
                row.losses().forEach((sensor, reason) -> losses.put(String.valueOf(sensor), reason));
                values.put(SampleLayout.LOST_COLUMN, losses.json());
            }
            table.append(values);
        }

        @Override
        public void flush() {
            table.flush();
        }

        @Override
        public void close() {
            table.close();
        }
    }

    private static final class ArrowReader implements Reader {
        private final Path path;
        private final ArrowTableReader table;
        private final SampleFile file;
        private final List<String> columns;
        private final RunClock clock;
        private final Iterator<SequencedMap<String, @Nullable Object>> rows;

        ArrowReader(Path path) {
            this.path = path;
            table = ArrowTableReader.openReadablePrefix(path);
            try {
                SampleLayout layout = SampleLayout.read(path.toString(), table.metadata());
                file = layout.file();
                columns = layout.columns();
                clock = SampleLayout.clock(path.toString(), table.metadata());
                rows = table.rows();
            } catch (InputException notSamples) {
                table.close();
                throw notSamples;
            }
        }

        @Override
        public SampleFile description() {
            return file;
        }

        @Override
        public RunClock clock() {
            return clock;
        }

        @Override
        public @Nullable Row next() {
            while (rows.hasNext()) {
                Map<String, @Nullable Object> row = rows.next();
                if (row.get(SampleLayout.BEFORE_COLUMN) instanceof Long before
                        && row.get(SampleLayout.AFTER_COLUMN) instanceof Long after) {
                    OptionalLong due = row.get(SampleLayout.DUE_COLUMN) instanceof Long planned
                            ? OptionalLong.of(planned)
                            : OptionalLong.empty();
                    return new Row(due, before, after, cells(row), losses(row));
                }
            }
            return null;
        }

        private @Nullable Number[] cells(Map<String, @Nullable Object> row) {
            List<Sensor> sensors = file.sensors();
            @Nullable
            Number[] cells = new @Nullable Number[columns.size()];
            for (int i = 0; i < cells.length; i++) {
                Object cell = row.get(columns.get(i));
                boolean isCounter = sensors.get(i).quantity().isCounter();
                if (isCounter ? cell instanceof Long : cell instanceof Double) {
                    cells[i] = (Number) cell;
                }
            }
            return cells;
        }

        private Map<Integer, String> losses(Map<String, @Nullable Object> row) {
            if (!(row.get(SampleLayout.LOST_COLUMN) instanceof String lost)) {
                return Map.of();
            }
            TreeReader reasons = TreeReader.ofJson(file.sourceId() + ": " + SampleLayout.LOST_COLUMN, lost);
            Map<Integer, String> losses = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                int sensor = i;
                reasons.optionalText(String.valueOf(i)).ifPresent(reason -> losses.put(sensor, reason));
            }
            return losses;
        }

        @Override
        public Path checksumFile() {
            return TableChecksums.fileOf(path);
        }

        @Override
        public boolean hasChecksums() {
            return table.hasChecksums();
        }

        @Override
        public List<String> damage() {
            return table.damage();
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
