package dev.ipw.langchain4j;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import dev.langchain4j.agentic.observability.AfterAgentToolExecution;
import dev.langchain4j.agentic.observability.AgentInvocationError;
import dev.langchain4j.agentic.observability.AgentListener;
import dev.langchain4j.agentic.observability.AgentRequest;
import dev.langchain4j.agentic.observability.AgentResponse;
import dev.langchain4j.agentic.observability.BeforeAgentToolExecution;
import dev.langchain4j.agentic.planner.AgentInstance;
import dev.langchain4j.agentic.scope.AgenticScope;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A listener that opens a span for each agent of an agentic system, and for each tool that it runs, within that of
 * the calling agent, also across threads. Register it at the outermost agent; those below inherit it. It needs
 * {@code langchain4j-agentic}.
 *
 * <p>A failing agent also ends the spans of the agents above it, because no event reports whether they continue: work
 * after the error was handled is a request of its own.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyAgentListener implements AgentListener {
    private final Map<AgentKey, OpenSpan> running = new ConcurrentHashMap<>();
    private final SpanTree tree;

    /**
     * Creates a listener that measures by the session of another.
     *
     * @param energy the listener of the models that the agents call
     */
    public EnergyAgentListener(EnergyChatModelListener energy) {
        tree = Objects.requireNonNull(energy, "energy").tree();
    }

    /** A running agent; scopes are distinguished by identity. */
    private record AgentKey(Object scope, String agentId) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof AgentKey that && scope == that.scope && agentId.equals(that.agentId);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(scope) + agentId.hashCode();
        }
    }

    /** A tool that an agent runs. */
    private record ToolKey(Object request) {}

    @Override
    public void beforeAgentInvocation(AgentRequest request) {
        Contained.run(() -> {
            running.values().removeIf(span -> !span.isOpen());
            AgentKey key = new AgentKey(request.agenticScope(), request.agentId());
            OpenSpan opened = tree.open("agent " + request.agentName(), key,
                    tree.current().or(() -> spanOf(request.agenticScope(), request.agent().parent())));
            running.put(key, opened);
            tree.enter(opened);
        });
    }

    private Optional<OpenSpan> spanOf(AgenticScope scope, @Nullable AgentInstance agent) {
        return agent == null
                ? Optional.empty()
                : Optional.ofNullable(running.get(new AgentKey(scope, agent.agentId())));
    }

    @Override
    public void afterAgentInvocation(AgentResponse response) {
        Contained.run(() -> spanOfEnded(new AgentKey(response.agenticScope(), response.agentId()))
                .ifPresent(tree::end));
    }

    @Override
    public void onAgentInvocationError(AgentInvocationError error) {
        Contained.run(() -> {
            OpenSpan failed = spanOfEnded(new AgentKey(error.agenticScope(), error.agentId())).orElse(null);
            while (failed != null && failed.work() instanceof AgentKey) {
                tree.end(failed);
                failed = failed.parent();
            }
        });
    }

    /** Returns the span that this thread opened, or another for the same agent. */
    private Optional<OpenSpan> spanOfEnded(AgentKey key) {
        Optional<OpenSpan> own = tree.currentOf(key);
        Optional<OpenSpan> ended = own.or(() -> Optional.ofNullable(running.get(key)));
        ended.ifPresent(span -> running.remove(key, span));
        return ended;
    }

    @Override
    public void beforeAgentToolExecution(BeforeAgentToolExecution before) {
        Contained.run(() -> tree.enter(tree.open("tool " + before.toolExecution().request().name(),
                new ToolKey(before.toolExecution().request()),
                tree.current().or(() -> spanOf(before.agenticScope(), before.agentInstance())))));
    }

    @Override
    public void afterAgentToolExecution(AfterAgentToolExecution after) {
        Contained.run(() -> tree.currentOf(new ToolKey(after.toolExecution().request())).ifPresent(tree::end));
    }

    /** Returns true: agents below the one that has it are measured too. */
    @Override
    public boolean inheritedBySubagents() {
        return true;
    }
}
