package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The columns of the times before and after the first token. */
final class PhaseColumns extends StructColumns<PhaseFigures> {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Column<PhaseFigures, OptionalDouble> prefill = real("prefill_energy_j",
            "joules until the first token", PhaseFigures::prefillJoules);
    private final Column<PhaseFigures, OptionalDouble> decode = real("decode_energy_j",
            "joules from the first token on", PhaseFigures::decodeJoules);

    PhaseColumns() {
        millis("prefill_duration_ms", "from the send to the first token, ms", PhaseFigures::prefillNanos);
        millis("decode_duration_ms", "from the first token to the end, ms", PhaseFigures::decodeNanos);
        real("prefill_power_avg_w", "mean watts until the first token", PhaseFigures::prefillWatts);
        real("decode_power_avg_w", "mean watts from the first token on", PhaseFigures::decodeWatts);
        real("prefill_energy_per_input_token_j", "joules until the first token over input tokens",
                PhaseFigures::prefillJoulesPerToken);
        real("decode_energy_per_output_token_j", "joules from the first token on over output tokens",
                PhaseFigures::decodeJoulesPerToken);
    }

    private void millis(String name, String meaning, Function<PhaseFigures, OptionalDouble> nanos) {
        real(name, meaning, phases -> {
            OptionalDouble time = nanos.apply(phases);
            return time.isPresent() ? OptionalDouble.of(time.getAsDouble() / NANOS_PER_MILLI) : time;
        });
    }

    /** Reads the joules; all other values follow from the timeline and the token counts. */
    @Override
    public PhaseFigures read(TreeReader row) {
        return new PhaseFigures(prefill.in(row), decode.in(row));
    }
}
