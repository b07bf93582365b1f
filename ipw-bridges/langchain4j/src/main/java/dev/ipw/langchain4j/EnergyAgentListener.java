package dev.ipw.langchain4j;

import dev.ipw.engine.spans.OpenSpan;
import dev.ipw.engine.spans.SpanTree;
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
import org.jspecify.annotations.Nullable;

/**
 * Open a span for each agent of an agentic system, and for each tool that it runs, within that of the agent that asks it, also on
 * another thread. Give it to the outermost agent; those below inherit it. Needs {@code langchain4j-agentic}.
 *
 * <p>An agent that fails ends the spans of the agents above it too, as nothing tells whether they go on: what runs afterwards, where
 * the error was handled, is a request of its own.
 */
public final class EnergyAgentListener implements AgentListener {
    private final Map<AgentKey, OpenSpan> running = new ConcurrentHashMap<>();
    private final SpanTree tree;

    /**
     * Create a listener that measures by the session of another.
     *
     * @param energy the listener of the models that the agents ask
     */
    public EnergyAgentListener(EnergyChatModelListener energy) {
        tree = Objects.requireNonNull(energy, "energy").tree();
    }

    /** An agent at work; scopes are told apart by identity. */
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

    /** Return the span that this thread opened, or another for the same agent. */
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

    /** Return true: agents below the one that has it are measured too. */
    @Override
    public boolean inheritedBySubagents() {
        return true;
    }
}
