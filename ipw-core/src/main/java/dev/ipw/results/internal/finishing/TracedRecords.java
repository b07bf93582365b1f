package dev.ipw.results.internal.finishing;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.TraceFile;
import dev.ipw.results.internal.format.RunDataset;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import java.util.Iterator;
import java.util.stream.Stream;

/** The records of a run passed through, and the files that are written from them once they are kept. */
final class TracedRecords implements Iterator<ProfilingRecord> {
    private final Iterator<ProfilingRecord> records;
    private boolean hasTurns;

    TracedRecords(Iterator<ProfilingRecord> records) {
        this.records = records;
    }

    @Override
    public boolean hasNext() {
        return records.hasNext();
    }

    @Override
    public ProfilingRecord next() {
        ProfilingRecord record = records.next();
        hasTurns |= !record.outcome().isPlain();
        return record;
    }

    /**
     * Writes the files of a run whose dataset is in place: traces, except of plain questions, whose rows are complete,
     * and the files of an agent's tasks.
     */
    void writeFiles(RunDirectory directory, RunConfiguration run) {
        if (hasTurns) {
            try (Stream<ProfilingRecord> kept = RunDataset.read(directory, run.client().model())) {
                TraceFile.write(directory.path(), kept, run.dataset(), run.accounting().pricing());
            }
        }
        if (!run.settings().agent().isEmpty()) {
            try (Stream<ProfilingRecord> kept = RunDataset.read(directory, run.client().model())) {
                new TaskArtifacts(directory, run).write(kept);
            }
        }
    }
}
