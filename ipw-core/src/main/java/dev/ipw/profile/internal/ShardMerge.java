package dev.ipw.profile.internal;

import dev.ipw.analysis.internal.RequiredHeap;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.internal.tree.SettingDifferences;
import dev.ipw.quality.RunValidity;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.finishing.RunWriter;
import dev.ipw.results.internal.finishing.ShardFiles;
import dev.ipw.results.internal.finishing.ShardedRun;
import dev.ipw.results.internal.finishing.ShardedRun.Shard;
import dev.ipw.results.internal.format.RunDifferences;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.JournalLock;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.MergedShard;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunShard;
import dev.ipw.run.RunSummary;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardPlan;
import dev.ipw.shard.ShardSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The merging of a run's finished shards.
 *
 * @param run             the run's folder, with the folders of the shards
 * @param isPartial       whether shards that are missing, unfinished or damaged are left out
 * @param clockDifference the maximum difference between the clocks of two machines
 */
public record ShardMerge(Path run, boolean isPartial, Duration clockDifference) {
    /** A merge of 40,000 queries of one call takes 470 bytes of heap for each. */
    private static final long BYTES_PER_QUERY = 600;

    /** Merges, or throws before anything is changed. */
    public RunReader merged() {
        ShardPlan plan = ShardPlan.read(run).orElseThrow(() -> new ConfigurationException(run.toAbsolutePath()
                + " has no " + ShardPlan.FILE + ", so there is nothing to merge. Give the folder that has it"));
        requireOwnFolders(plan);
        List<Shard> shards = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (int index = 0; index < plan.count(); index++) {
            try {
                shards.add(shard(new ShardSpec(index, plan.count()), plan));
            } catch (InputException absent) {
                missing.add("shard " + index + " of " + plan.count() + ": " + absent.getMessage());
            }
        }
        if (shards.isEmpty() || (!missing.isEmpty() && !isPartial)) {
            throw new InputException("The run " + run.toAbsolutePath() + " is not whole, and nothing was changed. "
                    + String.join(". ", missing)
                    + (shards.isEmpty() ? "" : ". Finish these shards, or merge a part of the run"));
        }
        RequiredHeap.require("A merge", shards.stream().mapToLong(shard -> shard.shard().queries()).sum(),
                BYTES_PER_QUERY);
        try {
            WriterLock held = lock();
            try (held) {
                return RunWriter.merge(new ShardedRun(new RunDirectory(run), shards, plan.serverShared(),
                        clockDifference, missing));
            }
        } catch (IOException failure) {
            throw new InputException("Cannot lock " + run.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check the permissions of the folder", failure);
        }
    }

    private WriterLock lock() throws IOException {
        return WriterLock.take(JournalLock.fileOf(new RunDirectory(run).journal()))
                .orElseThrow(() -> new InputException("The run "
                        + run.toAbsolutePath()
                        + " is being merged by another process. Wait for its end, then try again"));
    }

    /** Refuses folders of shards of another number. */
    private void requireOwnFolders(ShardPlan plan) {
        try (Stream<Path> entries = Files.list(run)) {
            entries.sorted().forEach(entry -> ShardSpec.ofFolderName(String.valueOf(entry.getFileName()))
                    .filter(spec -> spec.count() != plan.count()).ifPresent(spec -> {
                        throw new ConfigurationException("The folder " + entry.toAbsolutePath() + " is one of "
                                + spec.count() + " shards, and the run has " + plan.count()
                                + "; nothing was changed. Remove the folder if it is of another run");
                    }));
        } catch (IOException | UncheckedIOException failure) {
            throw new InputException("Cannot list " + run.toAbsolutePath() + ": " + failure.getMessage()
                    + ". Check its permissions", failure);
        }
    }

    private Shard shard(ShardSpec spec, ShardPlan plan) {
        Path folder = run.resolve(spec.folderName());
        if (!Files.isDirectory(folder)) {
            throw new InputException("there is no folder " + folder.toAbsolutePath());
        }
        ShardFiles files = ShardFiles.of(new RunDirectory(folder));
        if (RunState.of(new RunDirectory(folder)) == RunState.GOING) {
            throw new InputException("the run " + folder.toAbsolutePath() + " is still going in another process");
        }
        RunReader reader = RunReader.open(folder);
        requirePlanned(reader, spec, plan);
        if (reader.summary().interrupted()) {
            throw new InputException(
                    "the run " + folder.toAbsolutePath() + " ended before all its questions were asked");
        }
        if (isPartial) {
            requireWholeJournal(reader);
        }
        return new Shard(described(reader, spec), reader, files);
    }

    /** Finds damage before the merge, which would fail by it. */
    private static void requireWholeJournal(RunReader reader) {
        JournalDigest.of(reader.directory().journal()).damage().lines().ifPresent(lines -> {
            throw new InputException(lines);
        });
    }

    private static MergedShard described(RunReader reader, ShardSpec spec) {
        RunSummary summary = reader.summary();
        List<ShardAttempt> attempts = Shard.attempts(summary);
        String host = attempts.getLast().host().or(() -> summary.configuration().system().hostName())
                .orElse("unknown");
        String machine = attempts.stream().map(attempt -> attempt.bootId().orElse(host)).distinct()
                .collect(Collectors.joining("+"));
        return new MergedShard(spec.index(), spec.folderName(),
                attempts.stream().mapToInt(ShardAttempt::number).max().orElse(1), host, machine,
                summary.totals().queries(), summary.totals().deviceEnergy().joules(),
                summary.validity().map(RunValidity::level));
    }

    private static void requirePlanned(RunReader reader, ShardSpec spec, ShardPlan plan) {
        Path folder = reader.directory().path().toAbsolutePath();
        Optional<RunShard> shard = reader.summary().configuration().shard();
        if (shard.filter(known -> known.spec().equals(spec)).isEmpty()) {
            throw new ConfigurationException("The run " + folder + " is "
                    + shard.map(known -> "shard " + known.spec()).orElse("no shard") + " and not shard " + spec
                    + "; nothing was changed. Put the shard's own folder there");
        }
        Map<String, String> own = RunDifferences.settings(reader.summary().configuration());
        own.keySet().retainAll(plan.settings().keySet());
        List<String> differences = SettingDifferences.between(plan.settings(), own);
        if (!differences.isEmpty()) {
            throw new ConfigurationException("Shard " + spec + " in " + folder
                    + " has other settings than the run, and nothing was changed. " + String.join("; ", differences)
                    + ". Run it again with the settings of the run");
        }
    }
}
