package dev.ipw.profile.internal;

import dev.ipw.inference.Message;
import dev.ipw.inference.internal.CallId;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The own work of a query: its calls and its tools. Its monitor guards every field; the clock's is taken under it,
 * never the other way round.
 */
final class QueryWork {
    private final String queryId;
    private final QueryClock clock;
    private final List<ModelCall> calls = new ArrayList<>();
    private final List<ToolSpan> tools = new ArrayList<>();
    private List<Message> conversation = List.of();
    private int begun;

    QueryWork(String queryId, QueryClock clock) {
        this.queryId = queryId;
        this.clock = clock;
    }

    /**
     * A call that has begun.
     *
     * @param id         its id
     * @param added      the messages that are new in it
     * @param startNanos its intended start
     */
    record BegunCall(CallId id, List<Message> added, long startNanos) {}

    BegunCall begin(List<Message> messages) {
        return begin(messages, clock::beginCall);
    }

    /** Begins a call that another program made. */
    BegunCall beginObserved(List<Message> messages) {
        return begin(messages, clock::beginWork);
    }

    private synchronized BegunCall begin(List<Message> messages, LongSupplier start) {
        long startNanos = start.getAsLong();
        List<Message> added = addedTo(conversation, messages);
        conversation = List.copyOf(messages);
        return new BegunCall(new CallId(queryId, ++begun), added, startNanos);
    }

    /**
     * Returns the new messages. Earlier messages are not kept again, nor is the answer to them, which is in the call
     * before.
     */
    private static List<Message> addedTo(List<Message> before, List<Message> now) {
        boolean isContinued = !before.isEmpty() && now.size() > before.size()
                && now.subList(0, before.size()).equals(before);
        if (!isContinued) {
            return now;
        }
        List<Message> added = now.subList(before.size(), now.size());
        return added.size() > 1 && added.getFirst().role() == Message.Role.ASSISTANT
                ? added.subList(1, added.size())
                : added;
    }

    synchronized void add(ModelCall call) {
        calls.add(call);
    }

    synchronized void add(ToolSpan tool) {
        tools.add(tool);
    }

    /** Forgets the conversation, because the next step of the task begins another one. */
    synchronized void endConversation() {
        conversation = List.of();
    }

    synchronized Optional<ModelCall> lastCall() {
        return calls.isEmpty() ? Optional.empty() : Optional.of(calls.getLast());
    }

    synchronized QueryOutcome outcome(Optional<String> answer, Optional<RequestFailure> failure,
            Optional<Path> workspace) {
        return new QueryOutcome(queryId, clock.startNanos(), endNanos(), calls, tools, answer, failure, workspace,
                clock.phases());
    }

    /**
     * Returns the end of the query. Without tools it ends with its last call, because no work follows; later phases do
     * not belong to it.
     */
    private long endNanos() {
        return clock.endNanos().orElseGet(() -> tools.isEmpty()
                ? calls.stream().mapToLong(call -> call.timeline().endNanos()).max().orElseGet(clock::sinceAnchor)
                : clock.sinceAnchor());
    }
}
