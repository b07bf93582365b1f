package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/** The provider of GSM8K: word problems of grade school with whole numbers as answers. */
public final class Gsm8k extends HubBenchmark {
    private static final String MARK = "####";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Gsm8k() {
        super(new Benchmark("gsm8k", "word problems of grade school", "openai/gsm8k, config main, split test", "MIT",
                false, 1_319, "numeric", List.of(), List.of("Public since 2021: models may have seen it."))
                .publishedIn("2021-10"),
                "openai/gsm8k");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "main", Choice.of(parameters, "split", "test", "train"));
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofText("gsm8k-zero-shot", 1, record -> record.problem()
                + "\n\nReason step by step and end with the line \"The answer is N\", N being a number without a unit.");
        return Questions.of(template, row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("The answer is " + record.answer()));
    }

    private static DatasetRecord record(Row row) {
        String solution = row.requiredText("answer");
        int mark = solution.lastIndexOf(MARK);
        if (mark < 0) {
            throw row.wrong("the answer has no line that begins with " + MARK);
        }
        return DatasetRecord.builder("gsm8k-" + row.number(), row.requiredText("question"))
                .answer(solution.substring(mark + MARK.length()).strip().replace(",", "")).build();
    }
}
