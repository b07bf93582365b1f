package dev.ipw.results;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.ipw.engine.format.CsvField;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Write a run's queries as a flat table, a row for each; memory holds one row. */
public enum RunExport {
    /**
     * Comma-separated values as RFC 4180 has them, with a row of names; what is absent is empty. Texts that a spreadsheet would
     * take as a formula begin with an apostrophe, and hidden characters are marked: {@link #JSONL} has them as they are.
     */
    CSV {
        @Override
        void write(Stream<ProfilingRecord> records, List<ExportColumn> columns, Writer out) throws IOException {
            CsvWriter csv = CsvWriter.builder().build(out);
            csv.writeRecord(columns.stream().map(ExportColumn::name).toList());
            records.forEachOrdered(record -> csv.writeRecord(columns.stream()
                    .map(column -> CsvField.of(column.value().apply(record))).toList()));
            csv.flush();
        }
    },
    /** JSON lines, an object for each query; what is absent is null. */
    JSONL {
        @Override
        void write(Stream<ProfilingRecord> records, List<ExportColumn> columns, Writer out) throws IOException {
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                TreeBuilder row = TreeBuilder.object();
                for (ExportColumn column : columns) {
                    row.put(column.name(), column.value().apply(record));
                }
                out.write(row.json());
                out.write('\n');
            }
            out.flush();
        }
    };

    abstract void write(Stream<ProfilingRecord> records, List<ExportColumn> columns, Writer out) throws IOException;

    /**
     * Write the queries of a run in the order in which they finished.
     *
     * @param run     the run
     * @param columns what to write of each
     * @param out     where; flushed and left open
     * @throws IpwException                   if it cannot be written
     * @throws dev.ipw.error.InputException if the run is damaged
     */
    public void write(RunReader run, List<ExportColumn> columns, Writer out) {
        try (Stream<ProfilingRecord> records = run.records()) {
            write(records, List.copyOf(columns), out);
        } catch (IOException failure) {
            throw broken(run, failure);
        } catch (UncheckedIOException failure) {
            throw broken(run, Objects.requireNonNull(failure.getCause()));
        }
    }

    private static IpwException broken(RunReader run, IOException failure) {
        return new IpwException("Cannot write the rows of " + run.directory().path() + ": "
                + AtomicFile.reasonOf(failure) + ". Make room, or choose another --output", failure);
    }
}
