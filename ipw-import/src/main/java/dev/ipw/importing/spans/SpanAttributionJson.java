package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.internal.finishing.AttributionResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** A writer of an attribution to spans as JSON lines: one a span, one a sum, and a last one with the totals. */
public final class SpanAttributionJson {
    private static final List<SpanKind> NAMED = List.of(SpanKind.AGENT, SpanKind.TOOL, SpanKind.MODEL);

    private SpanAttributionJson() {}

    /**
     * Writes the lines.
     *
     * @param attribution the attribution
     * @param line        takes each line, without its end
     */
    public static void write(SpanAttribution attribution, Consumer<String> line) {
        attribution.spans().forEach(span -> line.accept(tree(span).json()));
        attribution.sums().forEach(sum -> line.accept(TreeBuilder.object().put("sum", tree(sum)).json()));
        line.accept(TreeBuilder.object().put("total",
                AttributionResult.totals(attribution.total(), attribution.devices(),
                        attribution.devices(), "spans"))
                .json());
    }

    private static TreeBuilder tree(ChargedSpan charged) {
        LoggedSpan span = charged.span();
        TreeBuilder tree = TreeBuilder.object().put("trace_id", span.key().traceId())
                .put("span_id", span.key().spanId()).put("parent_span_id", span.parentId()).put("name", span.name())
                .put("kind", span.kind().label()).put("operation", span.operation().name());
        NAMED.forEach(kind -> tree.put(kind.label(), span.operation().of().filter(of -> span.kind() == kind)));
        tree.put("start_unix_ns", span.startNanos()).put("end_unix_ns", span.endNanos())
                .put("seconds", charged.seconds());
        energy(tree, charged.energy(), charged.own());
        return tree.put("net_joules", joules(charged.net())).put("input_tokens", charged.inputTokens())
                .put("output_tokens", charged.outputTokens())
                .put("joules_per_output_token", charged.joulesPerOutputToken());
    }

    private static TreeBuilder tree(SpanSum sum) {
        TreeBuilder tree = TreeBuilder.object().put("kind", sum.kind().label()).put("name", sum.name())
                .put("spans", sum.count()).put("seconds", sum.seconds());
        energy(tree, Optional.of(sum.energy()), Optional.of(sum.own()));
        return tree.put("input_tokens", sum.inputTokens()).put("output_tokens", sum.outputTokens())
                .put("joules_per_output_token", sum.joulesPerOutputToken()).put("around_calls", sum.isAroundCalls());
    }

    private static void energy(TreeBuilder tree, Optional<EnergyReading> energy, Optional<EnergyReading> own) {
        tree.put("joules", joules(energy)).put("lower", energy.map(EnergyReading::lower).orElse(OptionalDouble.empty()))
                .put("upper", energy.map(EnergyReading::upperBound).orElse(OptionalDouble.empty()))
                .put("own_joules", joules(own))
                .put("provenance", energy.map(reading -> reading.provenance().name()))
                .put("source", energy.map(EnergyReading::source)).put("flags",
                        energy.map(reading -> reading.flags().stream().sorted().map(Enum::name).toList()));
        energy.flatMap(EnergyReading::reason).ifPresent(reason -> tree.put("reason", reason));
    }

    private static OptionalDouble joules(Optional<EnergyReading> reading) {
        return reading.map(EnergyReading::joules).orElse(OptionalDouble.empty());
    }
}
