package dev.ipw.parquet;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.parquet.internal.ParquetWriter;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a Parquet file of a run: a row for each query, in the order in which they finished, with the columns
 * and nesting of the run's dataset, compressed with zstd. Memory holds one row group, some 32 MiB, and the largest row.
 */
@API(status = API.Status.EXPERIMENTAL)
public enum ParquetExport {
    /** Every column of the dataset. */
    ALL {
        @Override
        Struct columns(Struct dataset) {
            return dataset;
        }
    },
    /**
     * All columns but the texts of questions, answers, conversations and errors: figures and moments, with the names
     * of subjects, models, devices and the machine.
     */
    FIGURES {
        @Override
        Struct columns(Struct dataset) {
            return FigureColumns.of(dataset);
        }
    };

    abstract Struct columns(Struct dataset);

    /**
     * Writes the queries of a run. The file gets its name when it is complete; an older one is replaced.
     *
     * @param run  the run
     * @param file the file; its folder must exist
     * @return the number of rows
     * @throws InputException if the run is damaged or was replaced since it was opened, or the file cannot be written;
     *                        an older file is then kept
     */
    public long write(RunReader run, Path file) {
        long[] rows = new long[1];
        AtomicFile.write(file, out -> rows[0] = write(run, out));
        return rows[0];
    }

    private long write(RunReader run, OutputStream out) throws IOException {
        // Opening the records checks that the dataset is the summary's; they themselves are not read.
        run.records().close();
        HuggingFaceFolder dataset = HuggingFaceFolder.open(run.directory().path(), Optional.empty());
        try (Stream<SequencedMap<String, @Nullable Object>> rows = dataset.rows();
                ParquetWriter writer = new ParquetWriter(columns(dataset.schema()), out)) {
            for (Iterator<SequencedMap<String, @Nullable Object>> each = rows.iterator(); each.hasNext();) {
                writer.write(each.next());
            }
            return writer.finish();
        }
    }
}
