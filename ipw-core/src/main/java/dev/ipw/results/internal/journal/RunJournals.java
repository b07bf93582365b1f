package dev.ipw.results.internal.journal;

import dev.ipw.error.InputException;
import dev.ipw.run.RunDirectory;
import dev.ipw.shard.ShardPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The journals of a run: its own, or those of its shards. A record is in one of them only.
 *
 * @param files the journals, at least one
 */
public record RunJournals(List<ShiftedJournal> files) {
    /** Copies the list. */
    public RunJournals {
        files = List.copyOf(files);
    }

    /** Returns the journal of a run without shards. */
    public static RunJournals of(RunDirectory run) {
        return new RunJournals(List.of(new ShiftedJournal(run.journal(), 0)));
    }

    /**
     * Requires that a run has a journal of its own.
     *
     * @param run the run
     * @param use what it is needed for, as the end of a sentence about it
     * @throws InputException if it has none
     */
    public static void requireOwn(RunDirectory run, String use) {
        if (!Files.exists(run.journal())) {
            throw new InputException("The run " + run.path().toAbsolutePath()
                    + (Files.exists(run.path().resolve(ShardPlan.FILE))
                            ? " is merged from shards, which keep their journals. Attribute or evaluate each of its folders"
                                    + " shard-*, then merge again"
                            : " has no journal.jsonl, " + use));
        }
    }

    /**
     * A journal, and the time to add to its moments, so that those of all journals count from one moment.
     *
     * @param file       the journal
     * @param shiftNanos the time to add
     */
    public record ShiftedJournal(Path file, long shiftNanos) {
        JournalReader open() {
            return JournalReader.open(file, shiftNanos);
        }
    }
}
