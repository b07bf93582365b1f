package dev.ipw.results.internal.journal;

import dev.ipw.error.IpwException;
import dev.ipw.run.RunDirectory;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardSpec;
import dev.ipw.shard.internal.ShardAttemptFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What an older attempt at a shard writes while a newer one takes it over. */
class TakenOverJournalTests {
    private static final ShardSpec SPEC = new ShardSpec(0, 1);

    @TempDir
    Path run;

    @Test
    void anOlderAttemptWritesNoMoreBetweenTheBeginningOfANewerOneAndItsCopy() throws IOException {
        ShardAttemptFile attempts = new ShardAttemptFile(run, SPEC);
        RunReservation older = RunReservation.make(run.resolve(SPEC.folderName()));
        RunDirectory shard = older.directory();
        ShardAttempt first = attempts.begin(Optional.empty(), Optional.empty());
        older.fenceBy(() -> attempts.whySuperseded(first));
        Journal journal = older.openJournal();
        append(journal, "before");

        attempts.begin(Optional.empty(), Optional.empty());

        assertThatThrownBy(() -> append(journal, "between")).isInstanceOf(IpwException.class)
                .hasMessageContaining("writes no more: attempt 2");
        RunReservation.takeAway(shard, false);
        try (Journal newer = Journal.append(shard.journal())) {
            newer.append(new JournalEntry.Warned("newer"));
        }
        assertThatThrownBy(() -> append(journal, "after")).isInstanceOf(IpwException.class);
        assertThatThrownBy(journal::close).isInstanceOf(IpwException.class);
        assertThat(Files.readString(shard.journal())).contains("before", "newer").doesNotContain("between", "after");
    }

    private static void append(Journal journal, String warning) {
        journal.append(new JournalEntry.Warned(warning));
        journal.sync();
    }
}
