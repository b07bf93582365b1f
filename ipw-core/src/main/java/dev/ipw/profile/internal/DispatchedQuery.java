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
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session of one query, which makes its calls for its runner and passes each to the dispatcher when it ends. The
 * clock, the work and the place of the query each guard their own state.
 */
final class DispatchedQuery implements QuerySession, AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(DispatchedQuery.class);
    private static final int MAX_ERROR_CHARACTERS = 4096;
    private static final Set<FailureKind> LIMITS = Set.of(FailureKind.TOTAL_TIMEOUT, FailureKind.LIMIT_REACHED);

    private final String queryId;
    private final CallRunner runner;
    private final Dispatcher dispatcher;
    private final QueryClock clock;
    private final QueryWork work;
    private final TaskPlace place;
    private boolean isVerified;

    DispatchedQuery(String queryId, CallRunner runner, long intendedStartNanos, Dispatcher dispatcher) {
        this.queryId = queryId;
        this.runner = runner;
        this.dispatcher = dispatcher;
        clock = new QueryClock(queryId, runner.clock(), intendedStartNanos);
        work = new QueryWork(queryId, clock);
        place = new TaskPlace(queryId, runner.artifacts());
    }

    /** Prepares the place of a task, before it starts. */
    void prepare(DatasetRecord question) throws InterruptedException {
        place.prepare(question, runner.setUp(), clock);
    }

    /**
     * Runs the task's own tests on the result of the agent. The result of an agent that reached a limit is tested too,
     * so that the tests decide, and not the limit.
     */
    QueryOutcome verified(QueryOutcome outcome) throws InterruptedException {
        Optional<TaskEnvironment> environment = place.environment();
        if (environment.isEmpty()) {
            return outcome;
        }
        Optional<RequestFailure> failure = outcome.failure();
        boolean cameToLimit = failure.map(RequestFailure::kind).filter(LIMITS::contains).isPresent()
                && !failure.equals(lastFailure());
        if (failure.isPresent() && !cameToLimit) {
            return outcome;
        }
        isVerified = true;
        try {
            phase(QueryPhase.Kind.VERIFICATION, () -> {
                environment.get().verify();
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
                Optional.empty(), place.workspaceWithinRun(), clock.phases());
    }

    /**
     * Continues with the next step of the task after the one before was verified: the tests between them do not belong
     * to the query.
     */
    Optional<String> nextStep() {
        Optional<String> next = isVerified
                ? place.environment().flatMap(TaskEnvironment::nextInstruction)
                : Optional.empty();
        isVerified = false;
        if (next.isPresent()) {
            clock.nextStep();
            work.endConversation();
        }
        return next;
    }

    @Override
    public Optional<TaskEnvironment> environment() {
        return place.environment();
    }

    /**
     * Removes the environment once the query has ended, and keys from the remaining files. The time and the joules of that are not
     * the query's own, even if it fails.
     */
    QueryOutcome tornDown(QueryOutcome outcome) {
        if (place.environment().isEmpty()) {
            return outcome;
        }
        long start = System.nanoTime();
        Optional<String> error = Optional.empty();
        try {
            close();
        } catch (RuntimeException | Error failed) {
            error = Optional.of(errorText(failed));
            LOGGER.warn("The environment of the task {} could not be taken away: {}", queryId, errorText(failed));
        }
        clock.addPhase(QueryPhase.Kind.TEARDOWN, start, System.nanoTime(), error);
        return new QueryOutcome(queryId, outcome.intendedStartNanos(), outcome.endNanos(), outcome.calls(),
                outcome.tools(), outcome.otherAnswer(), outcome.failure(), outcome.workspace(), clock.phases());
    }

    /** Removes the environment if the query was cancelled before that, and keys from the remaining files. */
    @Override
    public void close() {
        place.close();
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
        return place.workspace();
    }

    @Override
    public ModelCall call(InferenceRequest asked, ModelCall.Purpose purpose) throws InterruptedException {
        dispatcher.requireAsking(queryId);
        InferenceRequest request = runner.instructed(asked);
        QueryWork.BegunCall begun = work.begin(request.messages());
        return keep(runner.run(begun.id(), request, begun.added(), begun.startNanos()).withPurpose(purpose));
    }

    @Override
    public Optional<String> replicaHeader() {
        return runner.replicaHeader();
    }

    @Override
    public ModelCall observed(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) throws InterruptedException {
        dispatcher.requireAsking(queryId);
        QueryWork.BegunCall begun = work.beginObserved(messages);
        return keep(runner.observed(begun.id(), begun.added(), response, timeline, failure));
    }

    private ModelCall keep(ModelCall call) throws InterruptedException {
        dispatcher.finished(queryId, call);
        work.add(call);
        return call;
    }

    @Override
    public <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> tool) throws Exception {
        clock.beginWork();
        AtomicReference<Optional<UsedProcessorTime>> processors = new AtomicReference<>(Optional.empty());
        long start = clock.sinceAnchor();
        Optional<String> error = Optional.empty();
        try {
            return tool.run(used -> processors
                    .updateAndGet(known -> Optional.of(known.map(used::plus).orElse(used))));
        } catch (Exception | Error failed) {
            error = Optional.of(errorText(failed));
            throw failed;
        } finally {
            work.add(new ToolSpan(name, callId, start, clock.sinceAnchor(), error, processors.get()));
        }
    }

    static String errorText(Throwable failed) {
        return errorText(FailureText.of(failed));
    }

    static String errorText(String failure) {
        return Redaction.excerpt(failure, MAX_ERROR_CHARACTERS);
    }

    @Override
    public void observedTool(ToolSpan tool) {
        clock.beginWork();
        work.add(new ToolSpan(tool.name(), tool.callId(), clock.sinceAnchor(tool.startNanos()),
                clock.sinceAnchor(tool.endNanos()), tool.error().map(DispatchedQuery::errorText),
                tool.processorTime()));
    }

    @Override
    public void observedPhase(QueryPhase phase) {
        clock.addObserved(phase);
    }

    @Override
    public <T> T phase(QueryPhase.Kind kind, Callable<T> content) throws Exception {
        return clock.phase(kind, content);
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        long until = System.nanoTime() + pause.toNanos();
        dispatcher.requireUntil(until);
        clock.pauseUntil(until);
    }

    @Override
    public OptionalDouble dollars() {
        QueryOutcome soFar = fail(new RequestFailure(FailureKind.CANCELLED, "goes on"));
        return runner.prices().of(soFar, OptionalDouble.empty(), OptionalDouble.empty()).totalUsd().stream()
                .mapToDouble(BigDecimal::doubleValue).findFirst();
    }

    @Override
    public QueryOutcome finish() {
        return outcome(Optional.empty(), lastFailure());
    }

    @Override
    public QueryOutcome finish(String answer) {
        String cleaned = SecretRedactor.clean(answer);
        boolean isOfLastCall = work.lastCall().filter(call -> call.response().text().equals(cleaned)).isPresent();
        return outcome(isOfLastCall ? Optional.empty() : Optional.of(cleaned), Optional.empty());
    }

    @Override
    public QueryOutcome fail(RequestFailure failure) {
        return outcome(Optional.empty(), Optional.of(failure));
    }

    private Optional<RequestFailure> lastFailure() {
        return work.lastCall().flatMap(ModelCall::failure);
    }

    private QueryOutcome outcome(Optional<String> answer, Optional<RequestFailure> failure) {
        return work.outcome(answer, failure, place.workspaceWithinRun());
    }
}
