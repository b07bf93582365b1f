package dev.ipw.profile.internal;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.dataset.Dataset;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.InferenceClient;
import dev.ipw.internal.file.WriterLock;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.ResumableRun;
import dev.ipw.run.RunSummary;
import dev.ipw.series.Experiment;
import dev.ipw.series.SeriesPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** The checks, runs and series of one profiler, one at a time. */
public final class ProfilerRuns implements AutoCloseable {
    private final ProfilerPlanner planner;
    private final InferenceClient client;

    /**
     * Checks the settings as far as that needs no request. The client stays open; the evaluators are closed with this.
     *
     * @param client     the client of the model
     * @param dataset    the questions
     * @param setup      the settings
     * @param evaluators evaluators by id
     * @throws ConfigurationException if a collector does not exist or the run cannot be stored at its place
     */
    public ProfilerRuns(InferenceClient client, Dataset dataset, ProfilerSetup setup, Evaluators evaluators) {
        this.client = client;
        planner = new ProfilerPlanner(client, dataset, setup, evaluators);
        planner.requirePossible();
    }

    /**
     * Checks that a run could begin. No question is asked and nothing is written.
     *
     * @return the number of queries of a run; empty where only time ends it
     * @throws InterruptedException if the thread is interrupted
     */
    public OptionalLong check() throws InterruptedException {
        RunDraft draft = planner.draft();
        ProfilerSetup setup = planner.setup();
        RunVariant variant = new RunVariant(setup.load(), setup.storage());
        if (planner.shardEntry(draft, variant).isEmpty()) {
            planner.findResumable(draft, variant);
        }
        planner.requireFiles(draft, setup.load());
        client.check();
        return planner.queries(draft);
    }

    /**
     * Runs once, or continues a run.
     *
     * @param going receives the engine of the run, so that it can be stopped
     * @return the finished run
     * @throws InterruptedException if the thread is interrupted before the first request
     */
    public RunReader run(OngoingRun going) throws InterruptedException {
        return run(planner.setup().single(), going);
    }

    /**
     * Runs several times, one run after the other.
     *
     * @param plan     the plan of the runs
     * @param going    receives the engine of each run
     * @param analyzed analyzes each finished run
     * @param latency  analyzes the latencies of a run against the service levels of the plan
     * @return the runs
     * @throws InterruptedException if the thread is interrupted before the first request
     */
    public Experiment run(SeriesPlan plan, OngoingRun going, UnaryOperator<RunReader> analyzed,
            BiConsumer<RunReader, ServiceLevels> latency) throws InterruptedException {
        return new SeriesRunner(planner, variant -> analyzed.apply(run(variant, going)), latency,
                going::isStopRequested).run(plan);
    }

    private RunReader run(RunVariant asked, OngoingRun going) throws InterruptedException {
        RunDraft draft = planner.draft();
        Optional<ShardEntry> shard = planner.shardEntry(draft, asked);
        RunVariant variant = asked;
        if (shard.isPresent()) {
            if (shard.get().isServerNeeded()) {
                planner.requireFiles(draft, asked.load());
                client.check();
            }
            variant = shard.get().join();
            if (!shard.get().takesOver()) {
                Optional<ResumableRun> kept = planner.findResumable(draft, variant);
                if (isWhole(draft, variant, kept)) {
                    return whole(variant);
                }
                // Once this attempt begins, an older one stops, so this one must be able to ask.
                if (asks(draft, variant, kept)) {
                    planner.requireFiles(draft, variant.load());
                    client.check();
                }
            }
        }
        Optional<ProfileEngine> engine = shard.isPresent()
                ? engineOfShard(draft, shard.get())
                : engine(draft, variant);
        return engine.isPresent() ? going.run(engine.get()) : whole(variant);
    }

    private Optional<ProfileEngine> engineOfShard(RunDraft draft, ShardEntry shard) throws InterruptedException {
        WriterLock turn = shard.takeTurn();
        try (turn) {
            return engine(draft, shard.begin());
        } catch (IOException stays) {
            throw new UncheckedIOException("The lock of the shard's attempts cannot be closed", stays);
        }
    }

    /** Takes the lock of a run that asks or finishes anything; empty if it is whole. */
    private Optional<ProfileEngine> engine(RunDraft draft, RunVariant variant) throws InterruptedException {
        Optional<ResumableRun> resumed = planner.findResumable(draft, variant);
        if (isWhole(draft, variant, resumed)) {
            return Optional.empty();
        }
        boolean asks = asks(draft, variant, resumed);
        if (asks && variant.shard().isEmpty()) {
            planner.requireFiles(draft, variant.load());
            client.check();
        }
        // From here on resources must be released, however the run ends.
        Cancellation.suspend();
        return Optional.of(new ProfileEngine(planner.plan(asks ? planner.fit(draft) : draft, variant, resumed)));
    }

    private boolean asks(RunDraft draft, RunVariant variant, Optional<ResumableRun> resumed) {
        return resumed.isEmpty() || planner.isAnythingLeft(draft, variant, resumed.get());
    }

    private boolean isWhole(RunDraft draft, RunVariant variant, Optional<ResumableRun> resumed) {
        return resumed.isPresent() && !planner.isAnythingLeft(draft, variant, resumed.get())
                && resumed.get().isWhole() && !resumed.get().hasFailedEvaluations();
    }

    private RunReader whole(RunVariant variant) {
        Path run = variant.storage().output().resolve(variant.storage().runName().orElseThrow());
        planner.reportWait("Nothing is left to ask: the run " + run + " is whole");
        return RunReader.open(run);
    }

    /**
     * Lets devices cool down as between the runs of a series.
     *
     * @param first the run whose temperatures at its start are awaited
     * @param going ends the wait when it is stopped
     * @throws InterruptedException if the thread is interrupted
     */
    public void coolDown(RunSummary first, OngoingRun going) throws InterruptedException {
        planner.coolDown(first.temperatures(), going::isStopRequested);
    }

    /** Closes the evaluators that were created by id; one that was passed in stays open. */
    @Override
    public void close() {
        planner.close();
    }
}
