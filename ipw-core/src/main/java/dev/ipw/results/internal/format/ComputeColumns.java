package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ModelMetrics;
import java.util.Optional;
import java.util.OptionalDouble;

/** The columns of a query's work. */
final class ComputeColumns extends Columns<ModelMetrics> {
    private final Column<ModelMetrics, OptionalDouble> operations = real("flops_per_request",
            "floating-point operations", ComputeColumns::operations);
    private final Column<ModelMetrics, Optional<String>> source;

    ComputeColumns() {
        count("total_flops", "the same, as a whole number", metrics -> operations(metrics).stream()
                .mapToLong(Math::round).findFirst());
        real("flops_per_token", "operations over all tokens",
                metrics -> Ratio.of(operations(metrics), (double) metrics.tokens().total().orElse(0)));
        source = optionalText("flops_source", "source of the count: the client, or the model card",
                metrics -> metrics.compute().source());
    }

    private static OptionalDouble operations(ModelMetrics metrics) {
        return metrics.compute().floatingPointOperations();
    }

    /** Reads the work, without its share of the devices' peak. */
    ComputeMetrics read(TreeReader row) {
        return new ComputeMetrics(operations.in(row), source.in(row), OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), false);
    }

    /** Reads the work that the client itself reported. */
    static OptionalDouble ofClient(ComputeMetrics work) {
        return work.source().filter(ComputeMetrics.CLIENT::equals).isPresent()
                ? work.floatingPointOperations()
                : OptionalDouble.empty();
    }
}
