package dev.ipw.importing.spans;

import java.util.Optional;
import java.util.Set;

/**
 * The operation of a span, by the GenAI conventions of OpenTelemetry, the current and the older ones.
 *
 * @param kind the kind of the span
 * @param name the operation's name, such as {@code chat}; empty if the span has none
 * @param of   the model, agent or tool; empty if the span names none
 */
public record GenAiOperation(SpanKind kind, Optional<String> name, Optional<String> of) {
    private static final Set<String> MODEL_CALLS = Set.of("chat", "generate_content", "text_completion", "embeddings",
            "completion", "embedding", "message");
    private static final Set<String> AGENTS = Set.of("invoke_agent", "create_agent", "invoke_workflow");
    private static final Set<String> EMBEDDINGS = Set.of("embeddings", "embedding");
    private static final String TOOL_CALL = "execute_tool";

    /** Reads the attributes of a span. */
    static GenAiOperation of(SpanAttributes attributes) {
        Optional<String> name = attributes.text("gen_ai.operation.name");
        SpanKind kind = kind(name.orElse(""), attributes);
        return new GenAiOperation(kind, name, switch (kind) {
            case MODEL -> attributes.text("gen_ai.response.model", "gen_ai.request.model");
            case AGENT -> attributes.text("gen_ai.agent.name", "gen_ai.workflow.name", "gen_ai.agent.id");
            case TOOL -> attributes.text("gen_ai.tool.name", "spring.ai.tool.definition.name");
            case OPERATION, STRUCTURE -> Optional.empty();
        });
    }

    private static SpanKind kind(String name, SpanAttributes attributes) {
        if (MODEL_CALLS.contains(name)) {
            return SpanKind.MODEL;
        }
        if (AGENTS.contains(name)) {
            return SpanKind.AGENT;
        }
        if (name.equals(TOOL_CALL) || attributes.text("spring.ai.tool.definition.name").isPresent()) {
            return SpanKind.TOOL;
        }
        if (!name.isEmpty()) {
            return SpanKind.OPERATION;
        }
        return attributes.isGenAi() ? withoutName(attributes) : SpanKind.STRUCTURE;
    }

    /**
     * Returns the kind of a span without an operation's name, as older instrumentation and servers such as vLLM write
     * it.
     */
    private static SpanKind withoutName(SpanAttributes attributes) {
        if (attributes.text("gen_ai.tool.name").isPresent()) {
            return SpanKind.TOOL;
        }
        if (attributes.text("gen_ai.request.model", "gen_ai.response.model").isPresent() || attributes.hasUsage()) {
            return SpanKind.MODEL;
        }
        return attributes.text("gen_ai.agent.name").isPresent() ? SpanKind.AGENT : SpanKind.OPERATION;
    }

    /** Returns whether it is a call that generates text, not one that embeds it. */
    boolean isGeneration() {
        return kind == SpanKind.MODEL && !EMBEDDINGS.contains(name.orElse(""));
    }
}
