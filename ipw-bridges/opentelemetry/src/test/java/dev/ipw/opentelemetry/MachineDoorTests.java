package dev.ipw.opentelemetry;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.MachineCase;
import dev.ipw.testing.MachineCase.Answer;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a span bears on machines whose sensors work, or do not. */
@Tag("real-time")
class MachineDoorTests {
    private static final int MAX_STALLS = 20;

    @ParameterizedTest
    @EnumSource
    void bearsTheJoulesOfACallOrTheReason(MachineCase machine) {
        InMemorySpanExporter exported = InMemorySpanExporter.create();
        try (TelemetrySession session = machine.open()) {
            EnergyTracing energy = EnergyTracing.of(session);
            try (SdkTracerProvider provider = SdkTracerProvider.builder()
                    .setSampler(energy.sampler(Sampler.alwaysOn())).addSpanProcessor(energy.processor())
                    .addSpanProcessor(SimpleSpanProcessor.create(energy.exporter(exported))).build()) {
                Attributes attributes = called(provider, session, exported);
                // A machine that stalls between a span's start and its measurement has its joules refused, rightly.
                for (int stalls = 0; stalls < MAX_STALLS && isRefusedForItsTime(attributes); stalls++) {
                    attributes = called(provider, session, exported);
                }
                Double joules = attributes.get(EnergyAttributes.JOULES);
                machine.check(new Answer(joules == null ? OptionalDouble.empty() : OptionalDouble.of(joules),
                        String.valueOf(attributes.get(EnergyAttributes.PROVENANCE)),
                        attributes + " " + session.problems()));
            }
        }
    }

    private static Attributes called(SdkTracerProvider provider, TelemetrySession session,
            InMemorySpanExporter exported) {
        exported.reset();
        Span call = provider.get("application").spanBuilder("chat")
                .setAttribute("gen_ai.operation.name", "chat").startSpan();
        MachineCase.work(session);
        call.end();
        assertThat(provider.forceFlush().join(1, TimeUnit.HOURS).isSuccess()).isTrue();
        return exported.getFinishedSpanItems().getFirst().getAttributes();
    }

    private static boolean isRefusedForItsTime(Attributes attributes) {
        return String.valueOf(attributes.get(EnergyAttributes.SOURCE)).contains("timestamps say");
    }
}
