package dev.ipw;

import dev.ipw.engine.analysis.AccuracyAnalysis;
import dev.ipw.engine.analysis.LatencyAnalysis;
import dev.ipw.engine.journal.ResumableRun;
import dev.ipw.engine.profile.ProfileEngine;
import dev.ipw.inference.InferenceClient;
import dev.ipw.series.Experiment;
import dev.ipw.series.SeriesPlan;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Profile a model: ask it the questions of a dataset, measure the machine's energy meanwhile, evaluate the answers, and
 * store the run.
 *
 * <pre>{@code
 * try (Profiler profiler = Profiler.builder()
 *         .client(OpenAiClient.builder("http://127.0.0.1:8000/v1").model("llama3.2:1b").build())
 *         .dataset("starter")
 *         .maxQueries(100)
 *         .load(Load.concurrency(8))
 *         .output(Path.of("runs"))
 *         .build()) {
 *     ProfileRun run = profiler.run();
 *     run.efficiency().intelligencePerJoule().ifPresent(ipj -> System.out.println(ipj.value()));
 * }
 * }</pre>
 */
@API(status = API.Status.STABLE)
public final class Profiler implements AutoCloseable {
    private final ProfilerPlanner planner;
    private final InferenceClient client;
    private final boolean ownsClient;
    private final AtomicReference<@Nullable ProfileEngine> running = new AtomicReference<>();
    private final AtomicBoolean stopRequested = new AtomicBoolean();

    Profiler(ProfilerPlanner planner, InferenceClient client, boolean ownsClient) {
        this.planner = planner;
        this.client = client;
        this.ownsClient = ownsClient;
    }

    /**
     * Create a builder. Nothing is connected or read before {@link ProfilerBuilder#build()}.
     *
     * @return a builder with defaults: all records, three warm-up queries, one request at a time, telemetry {@code auto},
     *         output into {@code runs}
     */
    public static ProfilerBuilder builder() {
        return new ProfilerBuilder();
    }

    /**
     * Run once, or go on with a run if {@link dev.ipw.settings.StorageSettings#resume(boolean)} says so, from the check of the
     * server to the accuracy analysis. Each call is a run of its own. An interrupt of the calling thread ends the run early,
     * as {@link #stop()} does, and is restored.
     *
     * @return the finished run, which says whether it was ended early
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer; nothing has been written
     * @throws dev.ipw.error.ConfigurationException     if something asked for cannot work; nothing has been written
     * @throws dev.ipw.error.InputException             if the dataset cannot be read or the run cannot be written
     * @throws InterruptedException                     if the thread is interrupted before the first request
     */
    public ProfileRun run() throws InterruptedException {
        stopRequested.set(false);
        return run(planner.setup().single());
    }

    private ProfileRun run(RunVariant variant) throws InterruptedException {
        RunDraft draft = planner.draft();
        Optional<ResumableRun> kept = planner.kept(draft, variant);
        boolean asks = kept.isEmpty() || planner.isAnythingLeft(draft, variant, kept.get());
        if (!asks && kept.get().isWhole() && !kept.get().hasFailedEvaluations()) {
            planner.tell("Nothing is left to ask: the run " + kept.get().directory().path() + " is whole");
            return analyzed(ProfileRun.open(kept.get().directory().path()));
        }
        if (asks) {
            client.check();
        }
        ProfileEngine engine = new ProfileEngine(planner.plan(asks ? planner.fit(draft) : draft, variant, kept));
        running.set(engine);
        if (stopRequested.get()) {
            engine.stop();
        }
        try {
            return analyzed(new ProfileRun(engine.run()));
        } finally {
            running.set(null);
        }
    }

    private static ProfileRun analyzed(ProfileRun run) {
        run.analyze(new AccuracyAnalysis());
        run.analyze(new LatencyAnalysis());
        return run;
    }

    /**
     * Run several times, one run after the other with the same client, each an ordinary run in a folder of its own inside
     * one folder. An interrupt, or {@link #stop()}, ends the run that is going early and the series with it; what was finished is
     * kept.
     *
     * <pre>{@code
     * Experiment sweep = profiler.run(Sweep.parse("rate:1..32:x2"));
     * Experiment repeats = profiler.run(Repeats.of(5));
     * RateSearch search = RateSearch.within(ServiceLevels.parse("ttft=200ms,tpot=30ms"));
     * search.found(profiler.run(search).runs()).perSecond();
     * }</pre>
     *
     * @param plan which runs
     * @return the runs
     * @throws dev.ipw.error.ConfigurationException if the series makes no sense with the profiler's load; nothing has been
     *                                              written
     * @throws dev.ipw.error.IpwException           if a run fails as a whole; the runs before it are kept
     * @throws InterruptedException                 if the thread is interrupted before the first request
     */
    public Experiment run(SeriesPlan plan) throws InterruptedException {
        stopRequested.set(false);
        return new SeriesRunner(planner, this::run, stopRequested::get).run(plan);
    }

    /**
     * Stop the current run early, from any thread: requests in flight are cancelled; finished answers are kept and
     * evaluated. Without a run it does nothing.
     */
    public void stop() {
        stopRequested.set(true);
        Optional.ofNullable(running.get()).ifPresent(ProfileEngine::stop);
    }

    /** Close the client and the evaluators that this profiler created by id; those passed in stay open. */
    @Override
    public void close() {
        planner.close();
        if (ownsClient) {
            client.close();
        }
    }
}
