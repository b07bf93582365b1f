package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;

/**
 * The provider of NaturalReasoning: open questions of many fields with reference answers. A question without one is
 * skipped.
 */
public final class NaturalReasoning extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public NaturalReasoning() {
        super(new Benchmark("natural-reasoning", "open questions of many fields with reference answers",
                "facebook/natural_reasoning, split train", "CC-BY-NC-4.0", false, 1_145_824, "natural-reasoning",
                List.of("a judge"), List.of("Questions without a reference answer are left out."))
                .publishedIn("2025-02"),
                "facebook/natural_reasoning", "default", "train");
    }

    @Override
    public List<String> aliases() {
        return List.of("natural_reasoning");
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofText("natural-reasoning", 1,
                record -> record.problem() + "\n\nThink step by step, then state your final answer clearly.");
        return Questions.of(template, row -> row.text("reference_answer").map(answer -> record(row, answer)));
    }

    private static DatasetRecord record(Row row, String answer) {
        return DatasetRecord.builder("natural-reasoning-" + row.number(), row.requiredText("question"))
                .answer(answer).build();
    }
}
