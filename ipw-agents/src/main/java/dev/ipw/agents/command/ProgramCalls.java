package dev.ipw.agents.command;

import dev.ipw.agents.proxy.ObservedCall;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.ToolCall;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QuerySession;
import dev.ipw.query.ToolSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The activity of a program, derived from its model calls. The time before its first call is a startup phase. A tool
 * that a call requested counts from the end of that call until the call that contains its result; its exact time is
 * not observable. All other time between and after the calls is the program's own.
 */
final class ProgramCalls implements ObservedCall.Listener {
    /** The tool name for the program's own work. */
    static final String PROGRAM = "command";

    private final QuerySession session;
    private final long startNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ObservedCall> calls = new ArrayList<>();
    private OptionalLong firstCallNanos = OptionalLong.empty();

    /**
     * Starts with the start of a program.
     *
     * @param session    records the activity
     * @param startNanos the time of the start, by {@link System#nanoTime()}
     */
    ProgramCalls(QuerySession session, long startNanos) {
        this.session = session;
        this.startNanos = startNanos;
    }

    @Override
    public void began(long callNanos) {
        lock.lock();
        try {
            if (firstCallNanos.isEmpty()) {
                firstCallNanos = OptionalLong.of(Math.max(startNanos, callNanos));
                session.observedPhase(new QueryPhase(QueryPhase.Kind.AGENT_SETUP, startNanos,
                        firstCallNanos.getAsLong(), Optional.empty()));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> replicaHeader() {
        return session.replicaHeader();
    }

    @Override
    public void observed(ObservedCall call) throws InterruptedException {
        session.observed(call.messages(), call.response(), call.timeline(), call.failure());
        lock.lock();
        try {
            calls.add(call);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of calls so far. */
    int count() {
        lock.lock();
        try {
            return calls.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Records the tools of a program that has ended.
     *
     * @param endNanos      the time of the end
     * @param error         the program's error; empty if it ended well
     * @param processorTime the processor time of its processes; recorded only if it made no call, since its
     *                      distribution over time is unknown
     */
    void end(long endNanos, Optional<String> error, Optional<UsedProcessorTime> processorTime) {
        lock.lock();
        try {
            if (calls.isEmpty()) {
                long start = firstCallNanos.orElse(startNanos);
                session.observedTool(new ToolSpan(PROGRAM, Optional.empty(), start, Math.max(start, endNanos), error,
                        processorTime));
                return;
            }
            tools(calls, endNanos, error).forEach(session::observedTool);
        } finally {
            lock.unlock();
        }
    }

    /** Derives the tools from the calls, in the order in which they ended. */
    static List<ToolSpan> tools(List<ObservedCall> calls, long endNanos, Optional<String> error) {
        List<ObservedCall> inOrder = calls.stream().sorted(Comparator.comparingLong(ProgramCalls::start)).toList();
        List<ToolSpan> tools = asked(inOrder);
        tools.addAll(rest(inOrder, tools, endNanos, error));
        tools.sort(Comparator.comparingLong(ToolSpan::endNanos));
        return tools;
    }

    private static List<ToolSpan> asked(List<ObservedCall> inOrder) {
        Map<String, Asked> open = new LinkedHashMap<>();
        Set<String> asked = new HashSet<>();
        List<ToolSpan> tools = new ArrayList<>();
        for (ObservedCall call : inOrder) {
            // Each request repeats the earlier messages: of results with the same id or name the last one is new.
            List<ToolSpan> ended = new ArrayList<>();
            call.messages().reversed().stream().flatMap(message -> message.parts().reversed().stream())
                    .filter(ContentPart.ToolResult.class::isInstance).map(ContentPart.ToolResult.class::cast)
                    .forEach(result -> answered(open, asked, result)
                            .ifPresent(tool -> ended.add(tool.until(start(call), result))));
            tools.addAll(ended.reversed());
            // A server may reuse an id: the result belongs to the latest call.
            call.response().toolCalls().forEach(tool -> {
                asked.add(tool.id());
                open.put(tool.id(), new Asked(tool, call.timeline().endNanos()));
            });
        }
        return tools;
    }

    /**
     * Removes the tool to which a result belongs. If the server gave no id, and the program invented one or gave
     * none, the name identifies it.
     */
    private static Optional<Asked> answered(Map<String, Asked> open, Set<String> asked,
            ContentPart.ToolResult result) {
        String id = asked.contains(result.callId())
                ? result.callId()
                : open.values().stream().filter(one -> one.tool.name().equals(result.name()))
                        .reduce((one, later) -> later)
                        .map(one -> one.tool.id()).orElse("");
        return Optional.ofNullable(open.remove(id));
    }

    /**
     * Returns the time without a call or a tool, from the first call to the program's end; the last part has the
     * program's error.
     */
    private static List<ToolSpan> rest(List<ObservedCall> inOrder, List<ToolSpan> tools, long endNanos,
            Optional<String> error) {
        List<Busy> busy = new ArrayList<>(inOrder.stream()
                .map(call -> new Busy(start(call), call.timeline().endNanos())).toList());
        tools.forEach(tool -> busy.add(new Busy(tool.startNanos(), tool.endNanos())));
        busy.sort(Comparator.comparingLong(Busy::startNanos));
        List<ToolSpan> rest = new ArrayList<>();
        long until = start(inOrder.getFirst());
        for (Busy span : busy) {
            if (span.startNanos > until) {
                rest.add(new ToolSpan(PROGRAM, Optional.empty(), until, span.startNanos, Optional.empty()));
            }
            until = Math.max(until, span.endNanos);
        }
        if (endNanos > until || error.isPresent()) {
            rest.add(new ToolSpan(PROGRAM, Optional.empty(), until, Math.max(until, endNanos), error));
        }
        return rest;
    }

    private static long start(ObservedCall call) {
        return call.timeline().serviceStartNanos();
    }

    private record Busy(long startNanos, long endNanos) {}

    /** A tool that a call requested. */
    private record Asked(ToolCall tool, long endNanos) {
        /**
         * Returns the tool's span until a later call. A program may continue with the last event of an answer, before
         * the end of the call is observed.
         */
        ToolSpan until(long nextNanos, ContentPart.ToolResult result) {
            return new ToolSpan(tool.name(), Optional.of(tool.id()), Math.min(endNanos, nextNanos), nextNanos,
                    result.isError()
                            ? Optional.of(result.content().strip())
                            : Optional.empty());
        }
    }
}
