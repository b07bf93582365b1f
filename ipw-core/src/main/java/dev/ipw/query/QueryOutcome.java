package dev.ipw.query;

import dev.ipw.inference.DispatchTimings;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.apiguardian.api.API;

/**
 * The outcome of one query: its model calls, tool spans and final answer. A plain question is a query of one call.
 *
 * @param queryId            the query's id, unique in its run
 * @param intendedStartNanos the start that the load intended, since the run's monotonic anchor
 * @param endNanos           the end of the query, not before its last call or tool
 * @param calls              the calls in the order in which they ended; empty if the query failed before the first, or
 *                           needed none
 * @param tools              the tools that worked, in the order in which they ended
 * @param otherAnswer        the final answer, where it is not the text of the last call
 * @param failure            the failure of the query; empty if it has an answer
 * @param workspace          the folder in which an agent worked, within that of the run; empty if there is none
 * @param phases             the phases around the query that are not its own, in the order in which they ended
 */
@API(status = API.Status.EXPERIMENTAL)
public record QueryOutcome(String queryId, long intendedStartNanos, long endNanos, List<ModelCall> calls,
        List<ToolSpan> tools, Optional<String> otherAnswer, Optional<RequestFailure> failure,
        Optional<Path> workspace, List<QueryPhase> phases) {
    /** Copies the lists; refuses nulls, and a query without a call, an answer and a failure. */
    public QueryOutcome {
        Objects.requireNonNull(queryId, "queryId");
        calls = List.copyOf(calls);
        tools = List.copyOf(tools);
        Objects.requireNonNull(otherAnswer, "otherAnswer");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(workspace, "workspace");
        phases = List.copyOf(phases);
        if (calls.isEmpty() && failure.isEmpty() && otherAnswer.isEmpty()) {
            throw new IllegalArgumentException("The query " + queryId + " made no call, so that nothing can answer it");
        }
    }

    /**
     * Creates the outcome of a query without phases around it.
     *
     * @param queryId            the query's id, unique in its run
     * @param intendedStartNanos the start that the load intended, since the run's monotonic anchor
     * @param endNanos           the end of the query, not before its last call or tool
     * @param calls              the calls in the order in which they ended
     * @param tools              the tools that worked, in the order in which they ended
     * @param otherAnswer        the final answer, where it is not the text of the last call
     * @param failure            the failure of the query; empty if it has an answer
     * @param workspace          the folder in which an agent worked; empty if there is none
     */
    public QueryOutcome(String queryId, long intendedStartNanos, long endNanos, List<ModelCall> calls,
            List<ToolSpan> tools, Optional<String> otherAnswer, Optional<RequestFailure> failure,
            Optional<Path> workspace) {
        this(queryId, intendedStartNanos, endNanos, calls, tools, otherAnswer, failure, workspace, List.of());
    }

    /**
     * Creates the outcome of a plain question: that of its only call.
     *
     * @param queryId the query's id
     * @param call    its only call
     * @return the outcome
     */
    public static QueryOutcome of(String queryId, ModelCall call) {
        return of(queryId, List.of(call));
    }

    /**
     * Creates the outcome of calls without tools: that of the last call.
     *
     * @param queryId the query's id
     * @param calls   its calls, at least one
     * @return the outcome
     */
    public static QueryOutcome of(String queryId, List<ModelCall> calls) {
        return new QueryOutcome(queryId, calls.getFirst().timeline().intendedStartNanos(),
                calls.stream().mapToLong(call -> call.timeline().endNanos()).max().orElseThrow(), calls, List.of(),
                Optional.empty(), calls.getLast().failure(), Optional.empty());
    }

    /**
     * Returns the final answer.
     *
     * @return its text; for a failed query the part that had arrived
     */
    public String answer() {
        return otherAnswer.or(() -> last().map(InferenceResponse::text)).orElse("");
    }

    /**
     * Returns the reasoning of the last call.
     *
     * @return the separate reasoning, if any
     */
    public Optional<String> reasoning() {
        return last().flatMap(InferenceResponse::reasoning);
    }

    /**
     * Returns the finish reason of the last call.
     *
     * @return the reason in the server's own text, if it gave one
     */
    public Optional<String> finishReason() {
        return last().flatMap(InferenceResponse::finishReason);
    }

    /**
     * Returns the name of the model that answered.
     *
     * @return its name in the server's own text, from the last call that has one
     */
    public Optional<String> servedModel() {
        return calls.reversed().stream().map(call -> call.response().servedModel()).flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Sums the tokens of all calls.
     *
     * @return the counts; each is empty unless every call that can be charged has it
     */
    public TokenUsage usage() {
        return calls.stream().filter(call -> call.mayBeCharged() || calls.size() == 1)
                .map(call -> call.response().usage()).reduce(TokenUsage::plus).orElseGet(TokenUsage::absent);
    }

    /**
     * Sums the server's own timings over the calls.
     *
     * @return the times; each is empty unless every call has it
     */
    public ServerTimings serverTimings() {
        return sum(InferenceResponse::serverTimings, ServerTimings::plus).orElseGet(() -> ServerTimings.UNKNOWN);
    }

    /**
     * Sums the operations of all calls.
     *
     * @return floating-point operations; empty unless every call has them
     */
    public OptionalDouble floatingPointOperations() {
        return sum(InferenceResponse::floatingPointOperations, (one, other) -> one.isPresent() && other.isPresent()
                ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
                : OptionalDouble.empty()).orElseGet(OptionalDouble::empty);
    }

    private <T> Optional<T> sum(Function<InferenceResponse, T> part, BinaryOperator<T> plus) {
        return calls.stream().map(ModelCall::response).map(part).reduce(plus);
    }

    /**
     * Returns the query's timeline: for a plain question that of its call, otherwise from the start of the first call
     * to the end of the last, with the first token of the first call that has one. The time between the tokens of
     * several calls contains more than generation.
     *
     * @return the moments, since the run's monotonic anchor
     */
    public ResponseTimeline timeline() {
        return isPlain() ? calls.getFirst().timeline() : joined();
    }

    private ResponseTimeline joined() {
        Optional<ResponseTimeline> first = calls.stream().map(ModelCall::timeline).findFirst();
        // A tool before the first call is part of the query's time, as its calls are.
        OptionalLong tool = tools.stream().mapToLong(ToolSpan::startNanos).min();
        boolean beginsWithTool = tool.isPresent() && tool.getAsLong() == startNanos();
        return new ResponseTimeline(intendedStartNanos,
                beginsWithTool
                        ? DispatchTimings.at(Math.max(intendedStartNanos, startNanos()))
                        : first.map(ResponseTimeline::dispatch)
                                .orElseGet(() -> DispatchTimings.at(intendedStartNanos)),
                beginsWithTool
                        ? OptionalLong.of(Math.max(intendedStartNanos, startNanos()))
                        : first.map(ResponseTimeline::sentNanos).orElseGet(OptionalLong::empty),
                first.map(ResponseTimeline::firstByteNanos).orElseGet(OptionalLong::empty),
                earliest(ResponseTimeline::firstTokenNanos), earliest(ResponseTimeline::firstVisibleTokenNanos),
                calls.stream().map(call -> call.timeline().lastTokenNanos()).flatMapToLong(OptionalLong::stream).max(),
                endNanos, calls.stream().flatMapToLong(call -> Arrays.stream(call.timeline().chunkNanos())).sorted()
                        .toArray());
    }

    /**
     * Returns the start of the work on the query: its first call was sent, or its first tool began.
     *
     * @return nanoseconds since the run's anchor; the intended start if there was neither
     */
    public long startNanos() {
        return LongStream.concat(calls.stream().mapToLong(ModelCall::startNanos),
                tools.stream().mapToLong(ToolSpan::startNanos)).min().orElse(intendedStartNanos);
    }

    /**
     * Returns the part of the query's time that is not its own because a phase lay in it, such as the tests between two
     * steps.
     *
     * @return nanoseconds between its start and its end
     */
    public long phaseNanosWithin() {
        // The phases before the query moved the start that the load intended.
        long start = startNanos();
        return phases.stream().mapToLong(phase -> Math.max(0,
                Math.min(endNanos, phase.endNanos()) - Math.max(start, phase.startNanos()))).sum();
    }

    /**
     * Returns the duration of the work on the query, without the phases in between.
     *
     * @return the nanoseconds from its start to its end that are its own
     */
    public long ownNanos() {
        return endNanos - startNanos() - phaseNanosWithin();
    }

    private OptionalLong earliest(Function<ResponseTimeline, OptionalLong> moment) {
        return calls.stream().map(ModelCall::timeline).map(moment).flatMapToLong(OptionalLong::stream).min();
    }

    /**
     * Returns whether any call can have used the server.
     *
     * @return false if no call reached a server
     */
    public boolean reachedServer() {
        return calls.stream().anyMatch(ModelCall::reachedServer);
    }

    /**
     * Returns whether the outcome is final: its last call reached the server, successful or not, or it needed none.
     *
     * @return false if it can be asked again once the server is back
     */
    public boolean stands() {
        return calls.isEmpty() ? failure.isEmpty() : calls.getLast().reachedServer();
    }

    /**
     * Returns whether tokens of any call can be charged.
     *
     * @return false if no call used tokens that have a price
     */
    public boolean mayBeCharged() {
        return calls.stream().anyMatch(ModelCall::mayBeCharged);
    }

    /**
     * Returns whether the query is a plain question: one call, no tool, and no phase around it.
     *
     * @return false if it took several calls, any tool or any phase
     */
    public boolean isPlain() {
        return calls.size() == 1 && tools.isEmpty() && phases.isEmpty();
    }

    /**
     * Resolves the workspace against the folder of a run.
     *
     * @param run the run's folder
     * @return a copy whose workspace is a complete path
     */
    public QueryOutcome in(Path run) {
        return new QueryOutcome(queryId, intendedStartNanos, endNanos, calls, tools, otherAnswer, failure,
                workspace.map(run::resolve), phases);
    }

    private Optional<InferenceResponse> last() {
        return calls.isEmpty() ? Optional.empty() : Optional.of(calls.getLast().response());
    }
}
