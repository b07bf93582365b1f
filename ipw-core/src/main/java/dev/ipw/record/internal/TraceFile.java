package dev.ipw.record.internal;

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

/** The file of the traces of queries, one line of JSON each. Memory holds one query. */
public final class TraceFile {
    /** The file's name in the folder of a run. */
    public static final String NAME = "traces.jsonl";

    private TraceFile() {}

    /**
     * Writes a trace of each query.
     *
     * @param records  the queries; left open
     * @param workload the origin of the queries, for example the dataset's id
     * @param pricing  the prices of tokens
     * @param out      receives the lines; left open
     * @throws IOException if it does not accept them
     */
    public static void write(Stream<ProfilingRecord> records, String workload, Pricing pricing, Writer out)
            throws IOException {
        for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
            out.write(new QueryTrace(each.next(), workload, pricing).tree().json());
            out.write('\n');
        }
    }

    /**
     * Writes the traces of a run as a file, or replaces it; it gets its name when it is complete.
     *
     * @param folder   the folder of the run
     * @param records  its queries; left open
     * @param workload the origin of the queries
     * @param pricing  the prices of tokens
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
