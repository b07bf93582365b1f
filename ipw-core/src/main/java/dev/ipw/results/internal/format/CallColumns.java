package dev.ipw.results.internal.format;

import dev.ipw.inference.ToolCall;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.record.QueryParts.CallMetrics;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The columns of one call of a query. A column with the name of a column of queries has the same meaning for the call.
 */
final class CallColumns extends StructColumns<MadeCall> {
    private final EnergyColumns energies = new EnergyColumns();
    private final Column<MadeCall, TreeReader> energy;
    private final Column<MadeCall, TreeReader> phases;
    private final Column<MadeCall, ModelCall> whole;
    private final PhaseColumns phaseFigures = new PhaseColumns();

    CallColumns() {
        integer("number", "the call's number, from 1", made -> OptionalInt.of(made.call().number()));
        text("purpose", "turn, retry or summary", made -> made.call().purpose().label());
        count("start_nanos", "when it was sent, on the run's clock",
                made -> OptionalLong.of(made.call().startNanos()));
        count("end_nanos", "when it ended", made -> OptionalLong.of(made.call().endNanos()));
        count("input_tokens", "tokens of the prompt", made -> made.call().response().usage().input());
        count("output_tokens", "tokens of the answer", made -> made.call().response().usage().output());
        number("service_seconds", "from the send to the end", made -> made.latency().totalSeconds());
        real("time_to_first_token_seconds", "from the send to the first token",
                made -> made.latency().timeToFirstTokenSeconds());
        optionalText("finish_reason", "the server's finish reason",
                made -> made.call().response().finishReason());
        optionalText("error_kind", "kind of failure",
                made -> made.call().failure().map(failure -> failure.kind().label()));
        texts("tool_calls", "names of the requested tools",
                made -> made.call().response().toolCalls().stream().map(ToolCall::name).toList());
        energy = optionalPart("energy_metrics", "joules", energies, made -> made.metrics().map(CallMetrics::energy));
        phases = optionalPart("phase_metrics", "before and after the first token", phaseFigures,
                made -> made.metrics().map(known -> PhaseFigures.of(known.energy().breakdown(),
                        made.call().timeline(), made.call().response().usage())));
        whole = word("call", "JSON: the whole call, with messages, answer, counts and moments",
                made -> CallCodec.toTree(made.call()).json(),
                json -> TreeReader.ofJson("call", json).as(CallCodec::fromTree));
    }

    @Override
    public MadeCall read(TreeReader row) {
        MadeCall made = new MadeCall(whole.in(row), Optional.empty());
        return new MadeCall(made.call(), energies.readIfAny(energy.in(row), phaseFigures.read(phases.in(row)))
                .map(joules -> new CallMetrics(made.call().number(), joules, made.latency())));
    }
}
