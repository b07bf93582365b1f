package dev.ipw.profile.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.internal.CallId;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The session of one query, which makes its calls for its runner and passes each to the dispatcher when it ends. */
final class DispatchedQuery implements QuerySession, AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(DispatchedQuery.class);
    private static final int MAX_ERROR_CHARACTERS = 4096;
    private static final Set<FailureKind> LIMITS = Set.of(FailureKind.TOTAL_TIMEOUT, FailureKind.LIMIT_REACHED);

    private final String queryId;
    private final CallRunner runner;
    private final Dispatcher dispatcher;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ModelCall> calls = new ArrayList<>();
    private final List<ToolSpan> tools = new ArrayList<>();
    private final List<QueryPhase> phases = new ArrayList<>();
    private List<Message> conversation = List.of();
    private long intendedStartNanos;
    private int begun;
    private boolean hasBegun;
    private boolean isInPhase;
    private OptionalLong ended = OptionalLong.empty();
    private Optional<Long> due;
    private Optional<Path> workspace = Optional.empty();
    private Optional<TaskEnvironment> environment = Optional.empty();
    private boolean isVerified;
    private boolean isCleaned;
    /** A step of the task was verified and nothing of the next one done, so that its agent may be made ready. */
    private boolean isBetweenSteps;

    DispatchedQuery(String queryId, CallRunner runner, long intendedStartNanos, Dispatcher dispatcher) {
        this.queryId = queryId;
        this.runner = runner;
        this.dispatcher = dispatcher;
        this.intendedStartNanos = intendedStartNanos;
        due = Optional.of(intendedStartNanos);
    }

    /**
     * Copies the files of a task into its folder and creates its environment, before it starts.
     *
     * @throws dev.ipw.error.InputException if a file cannot be fetched or copied, or the environment cannot be created
     */
    void prepare(DatasetRecord question) throws InterruptedException {
        long start = System.nanoTime();
        Optional<String> error = Optional.empty();
        boolean isDone = false;
        try {
            Map<String, Path> files = runner.setUp().files().apply(question);
            if (!files.isEmpty()) {
                isDone = true;
                Workspaces.fill(workspace(), files);
            }
            environment = runner.setUp().environments().of(question, this::taskFolder);
            if (environment.isPresent()) {
                isDone = true;
                environment.get().start();
            }
        } catch (RuntimeException | Error failed) {
            isDone = true;
            error = Optional.of(errorText(failed));
            throw failed;
        } finally {
            if (isDone) {
                endPhase(QueryPhase.Kind.ENVIRONMENT_SETUP, start, System.nanoTime(), error);
            }
        }
    }

    /** Returns the folder of the query, which contains the one in which its agent works. */
    private Path taskFolder() {
        return Objects.requireNonNull(workspace().getParent(), "a workspace lies in the folder of its query");
    }

    /**
     * Runs the task's own tests on the result of the agent. The result of an agent that reached a limit is tested too,
     * so that the tests decide, and not the limit.
     */
    QueryOutcome verified(QueryOutcome outcome) throws InterruptedException {
        if (environment.isEmpty()) {
            return outcome;
        }
        Optional<RequestFailure> failure = outcome.failure();
        boolean cameToLimit = failure.map(RequestFailure::kind).filter(LIMITS::contains).isPresent()
                && !failure.equals(lastFailure());
        if (failure.isPresent() && !cameToLimit) {
            return outcome;
        }
        TaskEnvironment place = environment.get();
        isVerified = true;
        try {
            phase(QueryPhase.Kind.VERIFICATION, () -> {
                place.verify();
                return outcome;
            });
        } catch (InterruptedException cancelled) {
            throw cancelled;
        } catch (Exception failed) {
            isVerified = false;
            // The phase keeps the error, and the evaluator finds no result.
            LOGGER.warn("The tests of the task {} could not be run: {}", queryId, errorText(failed));
        }
        return new QueryOutcome(queryId, outcome.intendedStartNanos(), outcome.endNanos(), outcome.calls(),
                outcome.tools(), cameToLimit ? failure.map(RequestFailure::message) : outcome.otherAnswer(),
                Optional.empty(), workspace.map(this::withinRun), phases);
    }

    /**
     * Continues with the next step of the task after the one before was verified: the tests between them do not belong
     * to the query.
     */
    Optional<String> nextStep() {
        Optional<String> next = isVerified ? environment.flatMap(TaskEnvironment::nextInstruction) : Optional.empty();
        isVerified = false;
        if (next.isPresent()) {
            lock.lock();
            try {
                ended = OptionalLong.empty();
                isBetweenSteps = true;
                conversation = List.of();
            } finally {
                lock.unlock();
            }
        }
        return next;
    }

    @Override
    public Optional<TaskEnvironment> environment() {
        return environment;
    }

    /**
     * Removes the environment once the query has ended, and keys from the remaining files. The time and the joules of that are not
     * the query's own, even if it fails.
     */
    QueryOutcome tornDown(QueryOutcome outcome) {
        if (environment.isEmpty()) {
            return outcome;
        }
        long start = sinceAnchor();
        Optional<String> error = Optional.empty();
        try {
            close();
        } catch (RuntimeException | Error failed) {
            error = Optional.of(errorText(failed));
            LOGGER.warn("The environment of the task {} could not be taken away: {}", queryId, errorText(failed));
        }
        lock.lock();
        try {
            phases.add(new QueryPhase(QueryPhase.Kind.TEARDOWN, start, sinceAnchor(), error));
            return new QueryOutcome(queryId, outcome.intendedStartNanos(), outcome.endNanos(), outcome.calls(),
                    outcome.tools(), outcome.otherAnswer(), outcome.failure(), outcome.workspace(), phases);
        } finally {
            lock.unlock();
        }
    }

    private boolean isToBeCleaned() {
        return workspace.isPresent() && !isCleaned && SecretRedactor.knowsAny();
    }

    /** Removes the environment if the query was cancelled before that, and keys from the remaining files. */
    @Override
    public void close() {
        Optional<TaskEnvironment> place = environment;
        environment = Optional.empty();
        try {
            place.ifPresent(TaskEnvironment::close);
        } finally {
            if (isToBeCleaned()) {
                isCleaned = true;
                LeftFiles.clean(taskFolder());
            }
        }
    }

    @Override
    public GenerationOptions options(DatasetRecord question) {
        return runner.options(question);
    }

    @Override
    public List<Message> opening(DatasetRecord question) {
        return runner.template().agentOpening(question);
    }

    @Override
    public Path workspace() {
        lock.lock();
        try {
            Path known = workspace.orElseGet(() -> Workspaces.make(runner.artifacts(), queryId));
            workspace = Optional.of(known);
            return known;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public ModelCall call(InferenceRequest asked, ModelCall.Purpose purpose) throws InterruptedException {
        dispatcher.requireAsking(queryId);
        InferenceRequest request = runner.instructed(asked);
        CallId id;
        List<Message> added;
        long start;
        lock.lock();
        try {
            beginOwnWork();
            id = new CallId(queryId, ++begun);
            added = addedTo(conversation, request.messages());
            conversation = request.messages();
            start = due.orElseGet(System::nanoTime);
            due = Optional.empty();
        } finally {
            lock.unlock();
        }
        ModelCall call = runner.run(id, request, added, start).withPurpose(purpose);
        return recordCall(call);
    }

    @Override
    public ModelCall observed(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) throws InterruptedException {
        dispatcher.requireAsking(queryId);
        CallId id;
        List<Message> added;
        lock.lock();
        try {
            beginOwnWork();
            id = new CallId(queryId, ++begun);
            added = addedTo(conversation, messages);
            conversation = List.copyOf(messages);
        } finally {
            lock.unlock();
        }
        return recordCall(runner.observed(id, added, response, timeline, failure));
    }

    private ModelCall recordCall(ModelCall call) throws InterruptedException {
        dispatcher.finished(queryId, call);
        lock.lock();
        try {
            calls.add(call);
        } finally {
            lock.unlock();
        }
        return call;
    }

    /**
     * Returns the new messages. Earlier messages are not kept again, nor is the answer to them, which is in the call
     * before.
     */
    private static List<Message> addedTo(List<Message> before, List<Message> now) {
        boolean goesOn = !before.isEmpty() && now.size() > before.size()
                && now.subList(0, before.size()).equals(before);
        if (!goesOn) {
            return now;
        }
        List<Message> added = now.subList(before.size(), now.size());
        return added.size() > 1 && added.getFirst().role() == Message.Role.ASSISTANT
                ? added.subList(1, added.size())
                : added;
    }

    @Override
    public <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> work) throws Exception {
        lock.lock();
        try {
            beginOwnWork();
        } finally {
            lock.unlock();
        }
        AtomicReference<Optional<UsedProcessorTime>> processors = new AtomicReference<>(Optional.empty());
        long start = sinceAnchor();
        Optional<String> error = Optional.empty();
        try {
            return work.run(used -> processors
                    .updateAndGet(known -> Optional.of(known.map(used::plus).orElse(used))));
        } catch (Exception | Error failed) {
            error = Optional.of(errorText(failed));
            throw failed;
        } finally {
            keep(new ToolSpan(name, callId, start, sinceAnchor(), error, processors.get()));
        }
    }

    private static String errorText(Throwable failed) {
        return errorText(FailureText.of(failed));
    }

    private static String errorText(String failure) {
        return Redaction.excerpt(failure, MAX_ERROR_CHARACTERS);
    }

    @Override
    public void observedTool(ToolSpan tool) {
        lock.lock();
        try {
            beginOwnWork();
            tools.add(new ToolSpan(tool.name(), tool.callId(), runner.clock().sinceAnchor(tool.startNanos()),
                    runner.clock().sinceAnchor(tool.endNanos()), tool.error().map(DispatchedQuery::errorText),
                    tool.processorTime()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void observedPhase(QueryPhase phase) {
        lock.lock();
        try {
            refuseWithinPhase();
            if (hasBegun && !isBetweenSteps) {
                throw new IllegalStateException("The query " + queryId
                        + " has begun: what is seen to be a phase afterwards lies before its first call or tool");
            }
            endPhase(phase.kind(), phase.startNanos(), phase.endNanos(), phase.error().map(DispatchedQuery::errorText));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public <T> T phase(QueryPhase.Kind kind, Callable<T> work) throws Exception {
        long start = System.nanoTime();
        lock.lock();
        try {
            refuseWithinPhase();
            isInPhase = true;
            // A verified task counts as started even if the agent did nothing.
            hasBegun |= kind == QueryPhase.Kind.VERIFICATION;
            isBetweenSteps &= kind != QueryPhase.Kind.VERIFICATION;
            if (hasBegun && !isBetweenSteps && ended.isEmpty()) {
                ended = OptionalLong.of(runner.clock().sinceAnchor(start));
            }
        } finally {
            lock.unlock();
        }
        Optional<String> error = Optional.empty();
        try {
            return work.call();
        } catch (Exception | Error failed) {
            error = Optional.of(errorText(failed));
            throw failed;
        } finally {
            endPhase(kind, start, System.nanoTime(), error);
        }
    }

    /** Ends a phase. A query has not started before its first own work: its start waits for the phases before it. */
    private void endPhase(QueryPhase.Kind kind, long startNanos, long endNanos, Optional<String> error) {
        lock.lock();
        try {
            isInPhase = false;
            phases.add(new QueryPhase(kind, runner.clock().sinceAnchor(startNanos),
                    runner.clock().sinceAnchor(endNanos), error));
            if (!hasBegun) {
                long took = endNanos - startNanos;
                intendedStartNanos += took;
                due = due.map(known -> known + took);
            }
        } finally {
            lock.unlock();
        }
    }

    private void beginOwnWork() {
        refuseWithinPhase();
        if (ended.isPresent()) {
            throw new IllegalStateException("The query " + queryId
                    + " ended with the phase after its last call or tool: a phase comes before the first or after the last");
        }
        hasBegun = true;
        isBetweenSteps = false;
    }

    private void refuseWithinPhase() {
        if (isInPhase) {
            throw new IllegalStateException("The query " + queryId
                    + " is in a phase that is not its own: calls, tools and other phases come before or after it");
        }
    }

    private long sinceAnchor() {
        return runner.clock().sinceAnchor(System.nanoTime());
    }

    private void keep(ToolSpan tool) {
        lock.lock();
        try {
            tools.add(tool);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        long until = System.nanoTime() + pause.toNanos();
        dispatcher.requireUntil(until);
        due = Optional.of(until);
    }

    @Override
    public OptionalDouble dollars() {
        lock.lock();
        try {
            QueryOutcome soFar = new QueryOutcome(queryId, 0, 0, calls, tools, Optional.empty(),
                    Optional.of(new RequestFailure(FailureKind.CANCELLED, "goes on")), Optional.empty());
            return runner.prices().of(soFar, OptionalDouble.empty(), OptionalDouble.empty()).totalUsd().stream()
                    .mapToDouble(BigDecimal::doubleValue).findFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public QueryOutcome finish() {
        return outcome(Optional.empty(), lastFailure());
    }

    @Override
    public QueryOutcome finish(String answer) {
        String cleaned = SecretRedactor.clean(answer);
        boolean isOfLastCall = !calls.isEmpty() && calls.getLast().response().text().equals(cleaned);
        return outcome(isOfLastCall ? Optional.empty() : Optional.of(cleaned), Optional.empty());
    }

    @Override
    public QueryOutcome fail(RequestFailure failure) {
        return outcome(Optional.empty(), Optional.of(failure));
    }

    /**
     * Returns the end of the query. Without tools it ends with its last call, because no work follows; later phases do
     * not belong to it.
     */
    private long endNanos() {
        if (ended.isPresent()) {
            return ended.getAsLong();
        }
        return tools.isEmpty() && !calls.isEmpty()
                ? calls.stream().mapToLong(call -> call.timeline().endNanos()).max().orElseThrow()
                : sinceAnchor();
    }

    private Optional<RequestFailure> lastFailure() {
        return calls.isEmpty() ? Optional.empty() : calls.getLast().failure();
    }

    private QueryOutcome outcome(Optional<String> answer, Optional<RequestFailure> failure) {
        lock.lock();
        try {
            return new QueryOutcome(queryId, runner.clock().sinceAnchor(intendedStartNanos), endNanos(), calls, tools,
                    answer, failure, workspace.map(this::withinRun), phases);
        } finally {
            lock.unlock();
        }
    }

    /** Returns a path relative to the run, because a run may be moved with its content. */
    private Path withinRun(Path folder) {
        return Path.of(runner.artifacts().getFileName().toString(),
                folder.getName(folder.getNameCount() - 2).toString(),
                folder.getFileName().toString());
    }
}
