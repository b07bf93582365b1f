package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.QueryFacts.Answer;
import dev.ipw.benchmarks.export.QueryFacts.Judgement;
import dev.ipw.benchmarks.export.QueryFacts.Use;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A writer of one query as a sample of an Inspect log.
 *
 * @param model the model's name in the log
 */
record InspectSample(String model) {
    private static final String CORRECT = "C";
    private static final String INCORRECT = "I";
    private static final String NO_ANSWER = "N";

    TreeBuilder of(QueryFacts query) {
        DatasetRecord question = query.question();
        TreeBuilder sample = TreeBuilder.object().put("id", question.questionId())
                .put("epoch", (long) question.epoch()).put("input", question.problem());
        if (!question.choices().isEmpty()) {
            sample.put("choices", question.choices());
        }
        sample.put("target", question.answer()).put("messages", messages(query)).put("output", output(query));
        if (query.judgement().isRight().isPresent()) {
            sample.put("scores", TreeBuilder.object().put(query.judgement().evaluator(), score(query)));
        }
        sample.put("metadata", metadata(query)).put("model_usage", usageByModel(query.answer().usage()));
        if (query.use().seconds().isPresent()) {
            sample.put("total_time", query.use().seconds()).put("working_time", query.use().seconds());
        }
        query.answer().failure().ifPresent(message -> sample.put("error", TreeBuilder.object()
                .put("message", message).put("traceback", "").put("traceback_ansi", "")));
        return sample;
    }

    /** Writes the messages: only the first question and the last answer of a conversation are kept with the query. */
    private List<Map<String, @Nullable Object>> messages(QueryFacts query) {
        List<Map<String, @Nullable Object>> messages = new ArrayList<>();
        query.question().system().ifPresent(text -> messages.add(message("system", text).build()));
        messages.add(message("user", query.question().problem()).build());
        messages.add(assistant(query.answer()).build());
        return messages;
    }

    private static TreeBuilder message(String role, String text) {
        return TreeBuilder.object().put("role", role).put("content", text);
    }

    private TreeBuilder assistant(Answer answer) {
        return message("assistant", answer.text()).put("source", "generate").put("model", model);
    }

    private TreeBuilder output(QueryFacts query) {
        Answer answer = query.answer();
        TreeBuilder output = TreeBuilder.object().put("model", model)
                .put("choices", List.of(TreeBuilder.object().put("message", assistant(answer))
                        .put("stop_reason", stopReason(answer)).build()))
                .put("completion", answer.text());
        TreeBuilder usage = usage(answer.usage());
        if (!usage.build().isEmpty()) {
            output.put("usage", usage);
        }
        if (query.use().seconds().isPresent()) {
            output.put("time", query.use().seconds());
        }
        return output;
    }

    /** Translates a server's finish reason into one that the log knows. */
    private static String stopReason(Answer answer) {
        return switch (answer.finishReason().orElse("").toLowerCase(Locale.ROOT)) {
            case "stop", "end_turn", "stop_sequence", "eos" -> "stop";
            case "length", "max_tokens" -> "max_tokens";
            case "tool_calls", "tool_use", "function_call" -> "tool_calls";
            case "content_filter", "safety", "refusal" -> "content_filter";
            default -> "unknown";
        };
    }

    private static TreeBuilder score(QueryFacts query) {
        Judgement judgement = query.judgement();
        boolean isRight = judgement.isRight().orElse(false);
        TreeBuilder score = TreeBuilder.object().put("value",
                isRight ? CORRECT : judgement.isAttempted() ? INCORRECT : NO_ANSWER);
        judgement.extracted().ifPresent(extracted -> score.put("answer", extracted));
        String reason = query.answer().failure().map(message -> "request failed").orElse(judgement.reason());
        if (!reason.isEmpty()) {
            score.put("explanation", reason);
        }
        return score;
    }

    private static TreeBuilder metadata(QueryFacts query) {
        TreeBuilder metadata = TreeBuilder.object();
        new TreeMap<>(query.question().metadata()).forEach(metadata::put);
        query.question().subject().ifPresent(subject -> metadata.put("subject", subject));
        return metadata.put("ipw", energy(query.use()));
    }

    private static TreeBuilder energy(Use use) {
        TreeBuilder energy = TreeBuilder.object().put("provenance", use.energy().provenance().name())
                .put("scope", use.scope());
        if (use.energy().joules().isPresent()) {
            energy.put("joules", use.energy().joules()).put("lower_joules", use.energy().lower())
                    .put("upper_joules", use.energy().upperBound()).put("is_complete", use.energy().isComplete());
        }
        use.energy().reason().ifPresent(reason -> energy.put("unavailable", reason));
        if (use.firstTokenSeconds().isPresent()) {
            energy.put("time_to_first_token_seconds", use.firstTokenSeconds());
        }
        if (use.floatingPointOperations().isPresent()) {
            energy.put("floating_point_operations", use.floatingPointOperations());
        }
        return energy;
    }

    private TreeBuilder usageByModel(TokenUsage usage) {
        TreeBuilder counts = usage(usage);
        return counts.build().isEmpty() ? TreeBuilder.object() : TreeBuilder.object().put(model, counts);
    }

    private static TreeBuilder usage(TokenUsage usage) {
        TreeBuilder counts = TreeBuilder.object();
        put(counts, "input_tokens", usage.input());
        put(counts, "output_tokens", usage.output());
        put(counts, "total_tokens", usage.total());
        put(counts, "input_tokens_cache_read", usage.cachedInput());
        put(counts, "reasoning_tokens", usage.reasoning());
        return counts;
    }

    private static void put(TreeBuilder counts, String name, OptionalLong count) {
        if (count.isPresent()) {
            counts.put(name, count);
        }
    }
}
