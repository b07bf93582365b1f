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
 * Follow a program by its calls of the model. Until its first call it starts, which is a phase. A tool that a call asked for worked from
 * the end of that call until the call that tells its result; when exactly is not seen. All other time between and after the calls is the
 * program's own.
 */
final class ProgramCalls implements ObservedCall.Listener {
    /** The tool that stands for what the program does by itself. */
    static final String PROGRAM = "command";

    private final QuerySession session;
    private final long startNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ObservedCall> calls = new ArrayList<>();
    private OptionalLong firstCallNanos = OptionalLong.empty();

    /**
     * Follow a program that starts.
     *
     * @param session    keeps what it does
     * @param startNanos when it starts, by {@link System#nanoTime()}
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
    public void observed(ObservedCall call) throws InterruptedException {
        session.observed(call.messages(), call.response(), call.timeline(), call.failure());
        lock.lock();
        try {
            calls.add(call);
        } finally {
            lock.unlock();
        }
    }

    /** Count the calls so far. */
    int count() {
        lock.lock();
        try {
            return calls.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keep the tools of a program that has ended.
     *
     * @param endNanos when it ended
     * @param error    what went wrong with it; empty if it ended well
     * @param processorTime what its processes used; kept only where it made no call, since it is not known when they used it
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

    /** Tell the tools by the calls, in the order in which they ended. */
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
            // What was said before is said again: of results with the same id or name the last one is new.
            List<ToolSpan> ended = new ArrayList<>();
            call.messages().reversed().stream().flatMap(message -> message.parts().reversed().stream())
                    .filter(ContentPart.ToolResult.class::isInstance).map(ContentPart.ToolResult.class::cast)
                    .forEach(result -> answered(open, asked, result)
                            .ifPresent(tool -> ended.add(tool.until(start(call), result))));
            tools.addAll(ended.reversed());
            // A server may give an id again: the result is that of the latest call.
            call.response().toolCalls().forEach(tool -> {
                asked.add(tool.id());
                open.put(tool.id(), new Asked(tool, call.timeline().endNanos()));
            });
        }
        return tools;
    }

    /** Take away what a result answers. Where the server gave no id, and the program made up one or none, the name tells it. */
    private static Optional<Asked> answered(Map<String, Asked> open, Set<String> asked,
            ContentPart.ToolResult result) {
        String id = asked.contains(result.callId())
                ? result.callId()
                : open.values().stream().filter(one -> one.tool.name().equals(result.name()))
                        .reduce((one, later) -> later)
                        .map(one -> one.tool.id()).orElse("");
        return Optional.ofNullable(open.remove(id));
    }

    /** What neither a call nor a tool fills, from the first call to the program's end; the last of it has the program's error. */
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

    /** A tool that a call asked for. */
    private record Asked(ToolCall tool, long endNanos) {
        /** A program may go on with the last event of an answer, before its connection is seen to be through with it. */
        ToolSpan until(long nextNanos, ContentPart.ToolResult result) {
            return new ToolSpan(tool.name(), Optional.of(tool.id()), Math.min(endNanos, nextNanos), nextNanos,
                    result.isError()
                            ? Optional.of(result.content().strip())
                            : Optional.empty());
        }
    }
}
