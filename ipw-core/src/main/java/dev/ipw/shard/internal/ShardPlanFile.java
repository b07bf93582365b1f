package dev.ipw.shard.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.SettingDifferences;
import dev.ipw.shard.ShardPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The file of a run's {@link ShardPlan}, which the first shard writes and all others check. */
public final class ShardPlanFile {
    private static final String ADDRESS = "base_url";

    private ShardPlanFile() {}

    /**
     * Makes sure that a run has a plan, and that it agrees with this shard's.
     *
     * @param run the run's folder, created if missing
     * @param own the plan of this shard, with the start of the load if it is the first
     * @return the plan of the run
     * @throws ConfigurationException if the plan of the run differs, or the folder has other files
     */
    public static ShardPlan join(Path run, ShardPlan own) {
        Path file = run.resolve(ShardPlan.FILE);
        Optional<ShardPlan> kept = ShardPlan.read(run);
        if (kept.isEmpty()) {
            requireEmpty(run);
            create(run);
            if (AtomicFile.writeNew(file, own.json().getBytes(StandardCharsets.UTF_8))) {
                return own;
            }
            kept = ShardPlan.read(run);
        }
        ShardPlan plan = kept.orElseThrow(() -> new InputException(file.toAbsolutePath() + " is gone. Try again"));
        requireSame(run, plan, own);
        return plan;
    }

    /**
     * Checks that a shard belongs to a run.
     *
     * @param run  the run's folder
     * @param plan its plan
     * @param own  the plan of the shard
     * @throws ConfigurationException if they differ in anything but the times
     */
    public static void requireSame(Path run, ShardPlan plan, ShardPlan own) {
        List<String> differences = new ArrayList<>();
        add(differences, "shards", String.valueOf(plan.count()), String.valueOf(own.count()));
        add(differences, "server of the shards", server(plan), server(own));
        differences.addAll(SettingDifferences.between(plan.settings(), own.settings()));
        if (differences.isEmpty()) {
            add(differences, "seed", String.valueOf(plan.seed()), String.valueOf(own.seed()));
            add(differences, "SHA-256 of the questions", plan.questionsSha256(), own.questionsSha256());
        }
        if (!differences.isEmpty()) {
            throw new ConfigurationException("This shard does not belong to the run " + run.toAbsolutePath()
                    + ", whose shards have other settings; nothing was changed. " + String.join("; ", differences)
                    + ". Use the same settings for all shards, or begin a run under another name"
                    + (differences.stream().anyMatch(one -> one.startsWith(ADDRESS))
                            ? "; servers may differ with " + Setting.OWN_SERVER
                            : ""));
        }
    }

    private static String server(ShardPlan plan) {
        return plan.serverShared() ? "one for all" : "one for each";
    }

    private static void add(List<String> differences, String name, String was, String now) {
        if (!was.equals(now)) {
            differences.add(name + ": was " + was + ", now " + now);
        }
    }

    /** Throws if a folder without a plan has files, because they are of another run. */
    private static void requireEmpty(Path run) {
        if (!Files.isDirectory(run)) {
            return;
        }
        try (Stream<Path> entries = Files.list(run)) {
            Optional<String> other = entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !name.startsWith("." + ShardPlan.FILE) && !name.equals(ShardPlan.FILE)).sorted()
                    .findFirst();
            if (other.isPresent()) {
                throw new ConfigurationException(run.toAbsolutePath() + " exists and is no run in shards: it has "
                        + other.get() + " and no " + ShardPlan.FILE + ". Give another " + Setting.RUN_NAME);
            }
        } catch (IOException unreadable) {
            throw new InputException("Cannot list " + run.toAbsolutePath() + ": " + AtomicFile.reasonOf(unreadable)
                    + ". Check its permissions", unreadable);
        }
    }

    private static void create(Path run) {
        try {
            Files.createDirectories(run);
        } catch (IOException failure) {
            throw new InputException("Cannot make the run directory " + run.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Choose an output directory that can be written", failure);
        }
    }
}
