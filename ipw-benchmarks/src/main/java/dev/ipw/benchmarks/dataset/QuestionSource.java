package dev.ipw.benchmarks.dataset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The kinds of sets from which the questions of {@link IntelligencePerWatt} were drawn, with the evaluator of their
 * answers.
 */
enum QuestionSource {
    /** Questions of people to a chat model: the answer is compared with that model's. */
    CHAT("pairwise", List.of("allenai/wildchat", "allenai/wildchat-1m", "lmsys/lmsys-chat-1m", "wildchat", "chat")),
    /** Open questions with a reference answer. */
    REASONING("natural-reasoning", List.of("facebook/natural_reasoning", "natural_reasoning", "reasoning")),
    /** Questions with choices. */
    CHOICE("multiple-choice", List.of("tiger-lab/mmlu-pro", "m-a-p/supergpqa", "mmlu-pro", "mmlu_pro", "supergpqa",
            "mcq"));

    private final String evaluator;
    private final List<String> names;

    QuestionSource(String evaluator, List<String> names) {
        this.evaluator = evaluator;
        this.names = names;
    }

    /** Returns the id of the evaluator. */
    String evaluator() {
        return evaluator;
    }

    /** Finds the kind by the name of a set, or by that of the original's way to judge; empty if neither is known. */
    static Optional<QuestionSource> named(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(one -> one.names.contains(lower)).findFirst();
    }
}
