package dev.ipw.results.internal.format;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A codec of evaluations, and of their total use, as trees. */
public final class EvaluationCodec {
    private static final String VERDICT = "verdict";

    private EvaluationCodec() {}

    public static TreeBuilder toTree(Evaluation evaluation) {
        TreeBuilder tree = TreeBuilder.object().put(VERDICT, evaluation.verdict().label());
        evaluation.score().ifPresent(score -> tree.put("score", score));
        tree.put("extracted", evaluation.extracted()).put("reason", evaluation.reason());
        if (evaluation.failed()) {
            tree.put("failed", true);
        }
        tree.put("metadata", evaluation.metadata());
        return evaluation.usage().equals(EvaluationUsage.UNKNOWN)
                ? tree
                : tree.put("usage", known(evaluation.usage()));
    }

    /** Reads a verdict, if there is one. */
    public static Optional<Evaluation> ifAny(TreeReader tree) {
        return tree.has(VERDICT) ? Optional.of(tree.as(EvaluationCodec::fromTree)) : Optional.empty();
    }

    public static Evaluation fromTree(TreeReader tree) {
        Map<String, String> metadata = new LinkedHashMap<>();
        Optional<TreeReader> kept = tree.optionalChild("metadata");
        kept.ifPresent(child -> child.asMap().forEach((key, value) -> metadata.put(key, String.valueOf(value))));
        return new Evaluation(tree.text(VERDICT, Labels.of(Verdict.class)), tree.optionalReal("score"),
                tree.optionalText("extracted"), tree.text("reason"), tree.optionalTruth("failed").orElse(false),
                metadata,
                tree.optionalChild("usage", EvaluationCodec::usage).orElse(EvaluationUsage.UNKNOWN));
    }

    public static TreeBuilder toTree(EvaluationTotals totals) {
        EvaluationUsage usage = totals.usage();
        return TreeBuilder.object().put("evaluations", totals.evaluations()).put("failed", totals.failed())
                .put("unreported", totals.unreported()).put("model_calls", usage.modelCalls())
                .put("input_tokens", usage.inputTokens()).put("output_tokens", usage.outputTokens())
                .put("seconds", usage.seconds()).put("dollars", usage.dollars())
                .put("cache_hits", usage.cacheHits());
    }

    public static EvaluationTotals totals(TreeReader tree) {
        return new EvaluationTotals(tree.count("evaluations"), tree.count("failed"), tree.count("unreported"),
                usage(tree));
    }

    /** Writes the known values only, because there is a line for each answer. */
    private static TreeBuilder known(EvaluationUsage usage) {
        TreeBuilder tree = TreeBuilder.object();
        usage.modelCalls().ifPresent(count -> tree.put("model_calls", count));
        usage.inputTokens().ifPresent(count -> tree.put("input_tokens", count));
        usage.outputTokens().ifPresent(count -> tree.put("output_tokens", count));
        usage.seconds().ifPresent(seconds -> tree.put("seconds", seconds));
        usage.dollars().ifPresent(dollars -> tree.put("dollars", dollars));
        usage.cacheHits().ifPresent(hits -> tree.put("cache_hits", hits));
        return tree;
    }

    private static EvaluationUsage usage(TreeReader tree) {
        return new EvaluationUsage(tree.optionalCount("model_calls"), tree.optionalCount("input_tokens"),
                tree.optionalCount("output_tokens"), tree.optionalReal("seconds"), tree.optionalReal("dollars"),
                tree.optionalCount("cache_hits"));
    }
}
