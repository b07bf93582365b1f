package dev.ipw.examples.agents;

import dev.langchain4j.agentic.observability.AfterAgentToolExecution;
import dev.langchain4j.agentic.observability.AgentListener;
import dev.langchain4j.agentic.observability.AgentRequest;
import dev.langchain4j.agentic.observability.AgentResponse;
import dev.langchain4j.agentic.observability.BeforeAgentToolExecution;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.output.TokenUsage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes spans by the GenAI conventions of what LangChain4j tells its listeners, for agents on one thread. */
final class TracingListener implements AgentListener, ChatModelListener {
    private final Tracer tracer;
    private final Deque<Span> open = new ArrayDeque<>();

    TracingListener(Tracer tracer) {
        this.tracer = tracer;
    }

    private Span enter(String name, String operation) {
        Span outer = open.peek();
        Span span = tracer.spanBuilder(name).setParent(outer == null ? Context.root() : Context.root().with(outer))
                .setAttribute("gen_ai.operation.name", operation).startSpan();
        open.push(span);
        return span;
    }

    private void leave() {
        open.pop().end();
    }

    @Override
    public void beforeAgentInvocation(AgentRequest request) {
        enter("invoke_agent " + request.agentName(), "invoke_agent").setAttribute("gen_ai.agent.name",
                request.agentName());
    }

    @Override
    public void afterAgentInvocation(AgentResponse response) {
        leave();
    }

    @Override
    public void beforeAgentToolExecution(BeforeAgentToolExecution before) {
        String tool = before.toolExecution().request().name();
        enter("execute_tool " + tool, "execute_tool").setAttribute("gen_ai.tool.name", tool);
    }

    @Override
    public void afterAgentToolExecution(AfterAgentToolExecution after) {
        leave();
    }

    @Override
    public void onRequest(ChatModelRequestContext context) {
        String model = context.chatRequest().modelName();
        enter("chat " + model, "chat").setAttribute("gen_ai.request.model", model)
                .setAttribute("gen_ai.provider.name", context.modelProvider().name());
    }

    @Override
    public void onResponse(ChatModelResponseContext context) {
        TokenUsage usage = context.chatResponse().tokenUsage();
        open.element().setAttribute("gen_ai.response.model", context.chatResponse().modelName())
                .setAttribute("gen_ai.usage.input_tokens", usage.inputTokenCount())
                .setAttribute("gen_ai.usage.output_tokens", usage.outputTokenCount());
        leave();
    }

    @Override
    public boolean inheritedBySubagents() {
        return true;
    }
}
