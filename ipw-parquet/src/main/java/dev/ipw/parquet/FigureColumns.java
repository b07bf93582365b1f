package dev.ipw.parquet;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.util.Optional;
import java.util.Set;

/** The columns of a run's dataset without the texts that people, models, tools and servers wrote. */
final class FigureColumns {
    /** The columns that contain such texts; the name of the model is replaced by a star. */
    private static final Set<String> TEXTS = Set.of("problem", "answer", "dataset_metadata", "system", "turns.text",
            "turns.answer", "error.message", "model_answers", "model_metrics.*.lm_response",
            "model_metrics.*.reasoning", "model_metrics.*.evaluation.metadata", "model_metrics.*.evaluation.config",
            "model_metrics.*.calls.call", "model_metrics.*.tools.error", "model_metrics.*.query_phases.error",
            "model_metrics.*.workspace");
    private static final String MODELS = "model_metrics.";

    private FigureColumns() {}

    static Struct of(Struct dataset) {
        return fields("", dataset);
    }

    private static Struct fields(String prefix, Struct struct) {
        ColumnType.Builder kept = ColumnType.builder();
        struct.fields().forEach((name, type) -> {
            String path = prefix + (prefix.equals(MODELS) ? "*" : name);
            if (!TEXTS.contains(path)) {
                kept(path, type).ifPresent(some -> kept.field(name, some));
            }
        });
        return kept.build();
    }

    private static Optional<ColumnType> kept(String path, ColumnType type) {
        return switch (type) {
            case Struct struct -> Optional.of(fields(path + ".", struct));
            case ListOf list -> kept(path, list.element()).map(ListOf::new);
            default -> Optional.of(type);
        };
    }
}
