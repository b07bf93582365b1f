package dev.ipw;

import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.LatencyProvider;
import dev.ipw.inference.InferenceClient;
import dev.ipw.profile.internal.LatestProgress;
import dev.ipw.profile.internal.OngoingRun;
import dev.ipw.profile.internal.ProfilerRuns;
import dev.ipw.progress.RunProgress;
import dev.ipw.run.RunPhase;
import dev.ipw.series.Experiment;
import dev.ipw.series.SeriesPlan;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A profiler of a model: asks it the questions of a dataset, measures the machine's energy meanwhile, evaluates the
 * answers and stores the run. A profiler runs one thing at a time, any number of times, until it is closed.
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
 *     System.out.println(run.efficiency().intelligencePerJoule());
 * }
 * }</pre>
 */
@API(status = API.Status.STABLE)
public final class Profiler implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Profiler.class);

    private final ProfilerRuns runs;
    private final InferenceClient client;
    private final boolean ownsClient;
    private final LatestProgress progress;
    private final Object lock = new Object();
    private @Nullable OngoingRun ongoing;
    private boolean closed;

    Profiler(ProfilerRuns runs, InferenceClient client, boolean ownsClient, LatestProgress progress) {
        this.runs = runs;
        this.client = client;
        this.ownsClient = ownsClient;
        this.progress = progress;
    }

    /** Formats the client and its model. */
    @Override
    public String toString() {
        return "profiler of " + client.describe().model() + " (" + client.describe().id() + ")";
    }

    /**
     * Creates a builder. Nothing is connected or read before {@link ProfilerBuilder#build()}.
     *
     * @return a builder with defaults: all records, three warm-up queries, one request at a time, telemetry
     *         {@code auto}, output into {@code runs}
     */
    public static ProfilerBuilder builder() {
        return new ProfilerBuilder();
    }

    /**
     * Runs once, from the check of the server to the accuracy analysis, or continues a run if
     * {@link dev.ipw.settings.StorageSettings#resume(boolean)} is set. Each call is a separate run. An interrupt of the
     * calling thread ends the run early, as {@link #stop()} does, and is restored.
     *
     * @return the finished run, which records whether it was ended early
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer; nothing has been written
     * @throws dev.ipw.error.ConfigurationException     if a setting cannot work; nothing has been written
     * @throws dev.ipw.error.InputException             if the dataset cannot be read or the run cannot be written
     * @throws IllegalStateException                    if the profiler is closed, or one of its runs is active
     * @throws InterruptedException                     if the thread is interrupted before the first request
     */
    public ProfileRun run() throws InterruptedException {
        return perform(begin(), this::runOnce);
    }

    /**
     * Runs several times, one run after the other with the same client, each in a folder of its own inside one folder.
     * An interrupt, or {@link #stop()}, ends the current run early and the series with it; finished runs are kept.
     *
     * <pre>{@code
     * Experiment sweep = profiler.run(Sweep.parse("rate:1..32:x2"));
     * Experiment repeats = profiler.run(Repeats.of(5));
     * RateSearch search = RateSearch.within(ServiceLevels.parse("ttft=200ms,tpot=30ms"));
     * search.found(profiler.run(search).runs()).perSecond();
     * }</pre>
     *
     * @param plan the plan of the runs
     * @return the runs
     * @throws dev.ipw.error.ConfigurationException if the series does not fit the profiler's load; nothing has been
     *                                              written
     * @throws dev.ipw.error.IpwException           if a run fails as a whole; the runs before it are kept
     * @throws IllegalStateException                if the profiler is closed, or one of its runs is active
     * @throws InterruptedException                 if the thread is interrupted before the first request
     */
    public Experiment run(SeriesPlan plan) throws InterruptedException {
        return perform(begin(), going -> runSeries(plan, going));
    }

    /**
     * Checks that a run could begin: draws the questions, compares them with the run to resume, if any, and asks the
     * server whether it serves the model. No question is asked and nothing is written.
     *
     * @return the number of queries of a run; empty where only time ends it
     * @throws dev.ipw.error.ServerUnreachableException if the server does not answer
     * @throws dev.ipw.error.ConfigurationException     if a setting cannot work
     * @throws dev.ipw.error.InputException             if the dataset cannot be read
     * @throws IllegalStateException                    if the profiler is closed, or one of its runs is active
     * @throws InterruptedException                     if the thread is interrupted
     */
    public OptionalLong check() throws InterruptedException {
        return perform(begin(), going -> runs.check());
    }

    /**
     * Waits as between the runs of a series: until devices are about as cool as at the start of a run, and at most for
     * {@link dev.ipw.settings.MeasurementSettings#coolDown(java.time.Duration)}. {@link #stop()} ends the wait.
     *
     * @param first the run
     * @throws IllegalStateException if the profiler is closed, or one of its runs is active
     * @throws InterruptedException  if the thread is interrupted
     */
    public void coolDown(ProfileRun first) throws InterruptedException {
        perform(begin(), going -> {
            runs.coolDown(first.summary(), going);
            return first;
        });
    }

    /**
     * Starts {@link #run()} on a thread of its own, which keeps the Java runtime alive until the run has ended.
     *
     * <pre>{@code
     * Profiler.RunHandle<ProfileRun> handle = profiler.start();
     * handle.progress().ifPresent(made -> System.out.println(made.finished() + " questions were answered"));
     * ProfileRun run = handle.future().get();
     * }</pre>
     *
     * @return the handle of the run
     * @throws IllegalStateException if the profiler is closed, or one of its runs is active
     */
    public RunHandle<ProfileRun> start() {
        return start(this::runOnce);
    }

    /**
     * Starts {@link #run(SeriesPlan)} on a thread of its own, which keeps the Java runtime alive until the series has
     * ended.
     *
     * @param plan the plan of the runs
     * @return the handle of the series
     * @throws IllegalStateException if the profiler is closed, or one of its runs is active
     */
    public RunHandle<Experiment> start(SeriesPlan plan) {
        return start(going -> runSeries(plan, going));
    }

    private <T> RunHandle<T> start(Work<T> work) {
        OngoingRun going = begin();
        RunHandle<T> handle = new RunHandle<>(going, progress);
        Thread thread = Thread.ofPlatform().name("ipw-run").unstarted(() -> {
            try {
                handle.future.complete(perform(going, work));
            } catch (Throwable failed) {
                handle.future.completeExceptionally(failed);
            }
        });
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            end(going);
            throw noThread;
        }
        return handle;
    }

    /**
     * Stops the current run early, from any thread: requests in flight are cancelled; finished answers are kept and
     * evaluated. Without a run it does nothing.
     */
    public void stop() {
        synchronized (lock) {
            Optional.ofNullable(ongoing).ifPresent(OngoingRun::stop);
        }
    }

    /**
     * Stops the current run, waits until its results are written, and closes the client and the evaluators that this
     * profiler created by id; those passed in stay open. On the run's own thread, for example in a listener, it does
     * not wait: the closing happens at the run's end. The same holds if the waiting thread is interrupted.
     */
    @Override
    public void close() {
        OngoingRun going;
        boolean isFirst;
        synchronized (lock) {
            isFirst = !closed;
            closed = true;
            going = ongoing;
        }
        if (going != null) {
            going.stop();
            going.awaitEnd();
        } else if (isFirst) {
            release();
        }
    }

    private OngoingRun begin() {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("This profiler is closed and runs nothing more. Build another one");
            }
            if (ongoing != null) {
                throw new IllegalStateException(
                        "A run of this profiler is going. Wait for its end, or build another profiler");
            }
            OngoingRun going = new OngoingRun();
            ongoing = going;
            progress.clear();
            return going;
        }
    }

    private <T> T perform(OngoingRun going, Work<T> work) throws InterruptedException {
        going.begin();
        try {
            return work.run(going);
        } finally {
            end(going);
        }
    }

    private void end(OngoingRun going) {
        boolean isClosed;
        synchronized (lock) {
            ongoing = null;
            isClosed = closed;
        }
        try {
            if (isClosed) {
                release();
            }
        } finally {
            going.end();
        }
    }

    private void release() {
        runs.close();
        if (ownsClient) {
            client.close();
        }
    }

    private ProfileRun runOnce(OngoingRun going) throws InterruptedException {
        return analyzed(new ProfileRun(runs.run(going)));
    }

    private Experiment runSeries(SeriesPlan plan, OngoingRun going) throws InterruptedException {
        return runs.run(plan, going, run -> analyzed(new ProfileRun(run)).reader(),
                (run, levels) -> LatencyProvider.find()
                        .ifPresent(latency -> new ProfileRun(run).analyze(latency.create(Optional.of(levels)))));
    }

    private static ProfileRun analyzed(ProfileRun run) {
        run.analyze(new AccuracyAnalysis());
        LatencyProvider.find().ifPresentOrElse(latency -> run.analyze(latency.create(Optional.empty())),
                () -> LOGGER.info("Latency is not analysed. Add the dependency dev.ipw:ipw-analysis"));
        return run;
    }

    @FunctionalInterface
    private interface Work<T> {
        T run(OngoingRun going) throws InterruptedException;
    }

    /**
     * A handle of a run on another thread. For use by any number of threads.
     *
     * @param <T> the type of the result: a {@link ProfileRun}, or an {@link Experiment} of a series
     */
    public static final class RunHandle<T> {
        private final OngoingRun going;
        private final LatestProgress progress;
        private final CompletableFuture<T> future = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                going.stop();
                return super.cancel(mayInterruptIfRunning);
            }
        };

        private RunHandle(OngoingRun going, LatestProgress progress) {
            this.going = going;
            this.progress = progress;
        }

        /**
         * Returns the future of the result. It fails with the exception that {@link Profiler#run()} would throw.
         * Cancelling the future stops the run as {@link #cancel()} does, but the result must then be opened from its
         * folder.
         *
         * @return the future
         */
        public CompletableFuture<T> future() {
            return future;
        }

        /**
         * Returns the current phase of the run.
         *
         * @return the phase; empty before the first, while the server is checked, and after the end
         */
        public Optional<RunPhase> phase() {
            return future.isDone() ? Optional.empty() : progress.phase();
        }

        /**
         * Returns the progress of the current phase.
         *
         * @return the progress; empty before the first report of a phase and after the end
         */
        public Optional<RunProgress> progress() {
            return future.isDone() ? Optional.empty() : progress.progress();
        }

        /**
         * Ends the run early, as {@link Profiler#stop()} does: the future completes with the finished part, and the
         * run's summary records the interruption. After the end it does nothing.
         */
        public void cancel() {
            going.stop();
        }
    }
}
