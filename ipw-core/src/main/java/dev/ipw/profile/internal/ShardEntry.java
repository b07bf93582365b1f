package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.results.internal.format.RunDifferences;
import dev.ipw.results.internal.format.RunManifest;
import dev.ipw.results.internal.journal.RunReservation;
import dev.ipw.results.internal.journal.RunState;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunShard;
import dev.ipw.settings.ShardSettings;
import dev.ipw.settings.StorageSettings;
import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardPlan;
import dev.ipw.shard.internal.ShardAttemptFile;
import dev.ipw.shard.internal.ShardPlanFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The entry of this process into a shard of a run: it agrees with the run's plan, then begins an attempt. */
final class ShardEntry {
    /** The time that shards have to start and to warm up. */
    private static final Duration TIME_TO_GET_READY = Duration.ofSeconds(30);
    /** The settings that differ where each shard, and each attempt at it, has a server of its own. */
    static final Set<String> SERVER = Set.of("base_url", "serving_host");

    private final RunVariant asked;
    private final ShardSettings settings;
    private final Path run;
    private final RunConfiguration configuration;
    private final Optional<String> bootId;
    private final ShardPlan own;

    /**
     * Describes the shard, without changing anything.
     *
     * @param asked         the settings of the whole run
     * @param settings      the settings of the shard
     * @param draft         the questions of the whole run
     * @param configuration the configuration of the whole run
     * @param bootId        the id of this machine's start
     * @throws ConfigurationException if the run has another plan
     */
    ShardEntry(RunVariant asked, ShardSettings settings, RunDraft draft, RunConfiguration configuration,
            Optional<String> bootId) {
        this.bootId = bootId;
        this.asked = asked;
        this.settings = settings;
        this.configuration = configuration;
        run = asked.storage().output().resolve(asked.storage().runName().orElseThrow());
        own = plan(draft);
        ShardPlan.read(run).ifPresent(plan -> ShardPlanFile.requireSame(run, plan, own));
    }

    /**
     * Checks the settings that do not depend on the questions.
     *
     * @throws ConfigurationException if the run cannot be divided into shards
     */
    static void requirePossible(StorageSettings storage, ShardSettings shard, Load load) {
        if (storage.temporary() || storage.overwrite()) {
            throw new ConfigurationException("A run in shards is neither temporary nor put in the place of another:"
                    + " leave asTemporary() and " + Setting.OVERWRITE + " out, or delete the old run's folder");
        }
        if (storage.runName().isEmpty()) {
            throw new ConfigurationException(
                    "All shards of a run need the same folder: name it by " + Setting.RUN_NAME);
        }
        if (load.shape() instanceof LoadShape.FixedConcurrency fixed
                && fixed.requests() < shard.spec().count()) {
            throw new ConfigurationException("A concurrency of " + fixed.requests() + " over "
                    + shard.spec().count() + " shards leaves some of them without a request in flight. Ask for "
                    + shard.spec().count() + " at least, or for fewer shards");
        }
    }

    private ShardPlan plan(RunDraft draft) {
        Load load = asked.load();
        boolean timed = load.duration().isPresent() || !(load.shape() instanceof LoadShape.FixedConcurrency);
        Instant start = Instant.now().plus(settings.startAfter().orElse(timed ? TIME_TO_GET_READY : Duration.ZERO));
        Map<String, String> agreed = RunDifferences.settings(configuration);
        if (settings.ownServer()) {
            agreed.keySet().removeAll(SERVER);
        }
        Sha256 digest = new Sha256();
        agreed.forEach((name, value) -> digest.addWithLength(name).addWithLength(value));
        return new ShardPlan(settings.spec().count(), configuration.settings().questions().seed(),
                Sha256.of(RunManifest.json(draft.manifest())), digest.hex(), agreed, start,
                load.duration().map(start::plus), settings.spec().count() > 1 && !settings.ownServer());
    }

    /** Returns whether the server must answer before anything is changed. */
    boolean isServerNeeded() {
        return settings.takeOver() || ShardPlan.read(run).isEmpty();
    }

    boolean takesOver() {
        return settings.takeOver();
    }

    /** Joins the run: the first shard writes its plan. Returns the settings of the shard, which is resumed if begun. */
    RunVariant join() {
        ShardPlanFile.join(run, own);
        StorageSettings place = place();
        requireNotGoing();
        try {
            Files.createDirectories(run.resolve(place.runName().orElseThrow()));
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder of shard " + settings.spec() + " in "
                    + run.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure) + ". Check its permissions", failure);
        }
        return new RunVariant(asked.load(), place);
    }

    private void requireNotGoing() {
        if (!settings.takeOver() && RunState.of(directory()) == RunState.GOING) {
            throw new InputException(
                    "Shard " + settings.spec() + " of " + run.toAbsolutePath() + " still runs: attempt "
                            + attempts().latest().map(ShardAttemptFile::words).orElse("unknown")
                            + ". Wait for its end, or stop it by " + Setting.TAKE_OVER);
        }
    }

    /** Keeps other processes from beginning an attempt until this one has the lock of its journal. */
    WriterLock takeTurn() {
        return attempts().takeTurn();
    }

    /** Begins the attempt, in its turn; an older one that still runs stops. */
    RunVariant begin() {
        requireNotGoing();
        ShardPlan plan = ShardPlan.read(run).orElseThrow();
        ShardAttempt attempt = attempts().begin(configuration.system().hostName(), bootId);
        RunReservation.takeAway(directory(), !settings.takeOver());
        RunShard shard = new RunShard(settings.spec(), plan.serverShared(), attempt);
        return new RunVariant(asked.load(), place(), Optional.of(new RunningShard(plan, shard, attempts())));
    }

    private ShardAttemptFile attempts() {
        return new ShardAttemptFile(run, settings.spec());
    }

    private RunDirectory directory() {
        return new RunDirectory(run.resolve(settings.spec().folderName()));
    }

    private StorageSettings place() {
        return asked.storage().output(run).runName(settings.spec().folderName()).resume(true);
    }
}
