package dev.ipw.results.internal.format;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.Range;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The columns of a query's estimate at a hosted model; every name says that it is estimated. */
final class HostedColumns extends StructColumns<HostedEstimate> {
    static final HostedColumns INSTANCE = new HostedColumns();

    private final RangeColumns prompt;
    private final RangeColumns answer;
    private final RangeColumns carbon;
    private final RangeColumns water;
    private final Column<HostedEstimate, String> source;

    private HostedColumns() {
        range("estimated_joules", "joules, the data centre's overhead included",
                estimate -> Optional.of(estimate.joules()));
        prompt = range("estimated_prompt_joules", "the prompt's part",
                estimate -> Optional.of(estimate.promptJoules()));
        answer = range("estimated_answer_joules", "the answer's part",
                estimate -> Optional.of(estimate.answerJoules()));
        carbon = range("estimated_co2e_grams", "grams of CO2 equivalents", HostedEstimate::carbonGrams);
        water = range("estimated_water_liters", "liters of water", HostedEstimate::waterLiters);
        text("provenance", "always ESTIMATED", estimate -> estimate.provenance().name());
        source = text("source", "model, table and method", HostedEstimate::source);
    }

    private RangeColumns range(String name, String meaning, Function<HostedEstimate, Optional<Range>> value) {
        return new RangeColumns(end(name, meaning + ", estimated", value, Range::likely),
                end(name + "_low", "their lower bound", value, Range::low),
                end(name + "_high", "their upper bound", value, Range::high));
    }

    private Column<HostedEstimate, OptionalDouble> end(String name, String meaning,
            Function<HostedEstimate, Optional<Range>> value, ToDoubleFunction<Range> end) {
        return real(name, meaning, estimate -> value.apply(estimate)
                .map(range -> OptionalDouble.of(end.applyAsDouble(range))).orElse(OptionalDouble.empty()));
    }

    @Override
    public HostedEstimate read(TreeReader row) {
        return new HostedEstimate(prompt.in(row).orElseThrow(), answer.in(row).orElseThrow(), carbon.in(row),
                water.in(row), source.in(row));
    }

    /** The three columns of a range. */
    private record RangeColumns(Column<HostedEstimate, OptionalDouble> likely,
            Column<HostedEstimate, OptionalDouble> low, Column<HostedEstimate, OptionalDouble> high) {
        Optional<Range> in(TreeReader row) {
            OptionalDouble middle = likely.in(row);
            return middle.isPresent()
                    ? Optional.of(new Range(low.in(row).orElseThrow(), middle.getAsDouble(),
                            high.in(row).orElseThrow()))
                    : Optional.empty();
        }
    }
}
