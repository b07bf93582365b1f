package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Optional;

/** The provider of SuperGPQA: graduate knowledge of 285 fields, up to ten choices. */
public final class SuperGpqa extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SuperGpqa() {
        super(new Benchmark("supergpqa", "graduate knowledge in 285 fields, up to 10 choices",
                "m-a-p/SuperGPQA, split train", "ODC-BY (older card: MIT)", false, 26_529, "multiple-choice", List.of(),
                List.of("Its authors report means over samples and over subfields: see the accuracy of each subject."))
                .publishedIn("2025-02"),
                "m-a-p/SuperGPQA", "default", "train");
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofChoices("supergpqa-zero-shot", 1,
                "Exactly one choice is right. Think as long as you need; write \"Answer: X\" as your last line, X being its"
                        + " letter.");
        return Questions.of(template, row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("Answer: " + record.answer()));
    }

    private static DatasetRecord record(Row row) {
        String subject = row.text("subfield").or(() -> row.text("field")).or(() -> row.text("discipline"))
                .orElse("other");
        return DatasetRecord.builder(row.requiredText("uuid"), row.requiredText("question"))
                .choices(row.texts("options")).answer(row.requiredText("answer_letter")).subject(subject)
                .metadata(Metadata.of(row, "discipline", "field", "subfield", "difficulty", "is_calculation").map())
                .build();
    }
}
