package dev.ipw.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;

/** A program that knows the API of OpenTelemetry and nothing of energy. */
final class AgentApplication {
    private static final int ROUNDS = 200_000_000;

    private AgentApplication() {}

    public static void main(String[] arguments) {
        answer();
    }

    /** The agent makes a span of it, if it is told to. */
    static void answer() {
        Span span = GlobalOpenTelemetry.getTracer("application").spanBuilder("chat model")
                .setAttribute("gen_ai.operation.name", "chat").startSpan();
        long answer = 0;
        for (int i = 0; i < ROUNDS; i++) {
            answer = answer * 31 + i;
        }
        span.setAttribute("gen_ai.usage.input_tokens", 10L).setAttribute("gen_ai.usage.output_tokens", answer & 7L)
                .end();
    }
}
