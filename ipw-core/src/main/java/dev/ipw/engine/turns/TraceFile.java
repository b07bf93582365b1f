package dev.ipw.engine.turns;

import dev.ipw.cost.Pricing;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.record.ProfilingRecord;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;

/** Write the traces of queries, one line of JSON each. Memory holds one query. */
public final class TraceFile {
    /** The file's name in the folder of a run. */
    public static final String NAME = "traces.jsonl";

    private TraceFile() {}

    /**
     * Writes a trace of each query.
     *
     * @param records  the queries; left open
     * @param workload what they are of, for example the dataset's id
     * @param pricing  what tokens cost
     * @param out      takes the lines; left open
     * @throws IOException if it does not take them
     */
    public static void write(Stream<ProfilingRecord> records, String workload, Pricing pricing, Writer out)
            throws IOException {
        for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
            out.write(new QueryTrace(each.next(), workload, pricing).tree().json());
            out.write('\n');
        }
    }

    /**
     * Writes the traces of a run as a file, or replace it; it gets its name when it is whole.
     *
     * @param folder   the folder of the run
     * @param records  its queries; left open
     * @param workload what they are of
     * @param pricing  what tokens cost
     * @throws dev.ipw.error.InputException if it cannot be written; an older file is then kept
     */
    public static void write(Path folder, Stream<ProfilingRecord> records, String workload, Pricing pricing) {
        AtomicFile.write(folder.resolve(NAME), out -> {
            Writer lines = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            write(records, workload, pricing, lines);
            lines.flush();
        });
    }
}
