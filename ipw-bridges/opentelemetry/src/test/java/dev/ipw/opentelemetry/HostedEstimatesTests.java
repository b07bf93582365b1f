package dev.ipw.opentelemetry;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class HostedEstimatesTests {
    private static final HostedTable TABLE = HostedTable.shipped();
    private static final Map<String, Object> CALL = Map.of("gen_ai.operation.name", "chat", "gen_ai.request.model",
            "gpt-4o", "server.address", "api.openai.com", "gen_ai.usage.input_tokens", 1000L,
            "gen_ai.usage.output_tokens", 200L, "gen_ai.usage.cache_read.input_tokens", 600L);

    @Test
    void addsTheEstimateOfACallOfAHostedModel() {
        HostedEstimate expected = HostedEstimate.of(TABLE, "gpt-4o", new HostedTokens(1000, 600, 200));

        Attributes span = exported(CALL);

        assertThat(span.get(HostedEstimates.JOULES)).isEqualTo(expected.joules().likely());
        assertThat(span.get(HostedEstimates.LOWER_JOULES)).isEqualTo(expected.joules().low());
        assertThat(span.get(HostedEstimates.UPPER_JOULES)).isEqualTo(expected.joules().high());
        assertThat(span.get(HostedEstimates.CARBON_GRAMS)).isEqualTo(expected.carbonGrams().orElseThrow().likely());
        assertThat(span.get(HostedEstimates.PROVENANCE)).isEqualTo("ESTIMATED");
        assertThat(span.get(HostedEstimates.SOURCE)).isEqualTo(expected.source());
        assertThat(span.asMap().keySet()).extracting(AttributeKey::getKey)
                .noneMatch(key -> key.startsWith("ipw.energy"));
    }

    @ParameterizedTest
    @CsvSource({"gen_ai.operation.name,invoke_agent", "gen_ai.operation.name,execute_tool",
            "server.address,localhost", "server.address,127.0.0.1", "gen_ai.request.model,unheard-of",
            "server.address,api.anthropic.com"})
    void addsNothingToOtherSpans(String key, String value) {
        assertThat(hasEstimate(CALL, key, Optional.of(value))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"gen_ai.operation.name", "gen_ai.request.model", "gen_ai.usage.input_tokens",
            "gen_ai.usage.output_tokens"})
    void addsNothingWithoutTokensOrModel(String key) {
        assertThat(hasEstimate(CALL, key, Optional.empty())).isFalse();
    }

    @Test
    void takesTheModelThatAnsweredAndNoOpenOneAtAnUnknownAddress() {
        assertThat(hasEstimate(CALL, "gen_ai.response.model", Optional.of("gpt-4o-2024-08-06"))).isTrue();
        assertThat(hasEstimate(CALL, "server.address", Optional.empty())).isTrue();
        Map<String, Object> open = changed(CALL, "gen_ai.request.model", Optional.of("Qwen/Qwen3-8B"));
        assertThat(hasEstimate(open, "server.address", Optional.empty())).isFalse();
        assertThat(hasEstimate(open, "server.address", Optional.of("inference.example.org"))).isTrue();
    }

    @Test
    void isConfiguredByAProperty() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();

        assertThat(EnergyAutoConfiguration.withEstimates(spans, "true")).isNotSameAs(spans);
        assertThat(EnergyAutoConfiguration.withEstimates(spans, "false")).isSameAs(spans);
        assertThat(EnergyAutoConfiguration.withEstimates(spans, "no-such-file.json")).isSameAs(spans);
    }

    private static boolean hasEstimate(Map<String, Object> call, String key, Optional<String> value) {
        return exported(changed(call, key, value)).get(HostedEstimates.JOULES) != null;
    }

    private static Map<String, Object> changed(Map<String, Object> call, String key, Optional<String> value) {
        Map<String, Object> changed = new HashMap<>(call);
        changed.remove(key);
        value.ifPresent(text -> changed.put(key, text));
        return changed;
    }

    private static Attributes exported(Map<String, Object> attributes) {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        SpanExporter exporter = HostedEstimates.exporter(spans, TABLE);
        try (SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter)).build()) {
            SpanBuilder span = provider.get("application").spanBuilder("chat");
            attributes.forEach((key, value) -> {
                if (value instanceof Long count) {
                    span.setAttribute(key, count);
                } else {
                    span.setAttribute(key, value.toString());
                }
            });
            span.startSpan().end();
            return spans.getFinishedSpanItems().getFirst().getAttributes();
        }
    }
}
