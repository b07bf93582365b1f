package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Optional;

/** The provider of SimpleQA Verified: a thousand questions of SimpleQA that were checked again. */
public final class SimpleQaVerified extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SimpleQaVerified() {
        super(new Benchmark("simpleqa-verified", "checked short questions about facts",
                "google/simpleqa-verified", "MIT", false, 1_000, "simpleqa", List.of("a judge"),
                List.of("An answer that is a number names the range that is accepted.")).publishedIn("2025-09"),
                "google/simpleqa-verified", "", "");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(PromptTemplate.defaultTemplate(), row -> Optional.of(record(row)));
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder("simpleqa-verified-" + row.requiredText("original_index"),
                row.requiredText("problem")).answer(row.requiredText("answer"))
                .subject(row.text("topic").orElse("other"))
                .metadata(Metadata.of(row, "answer_type", "multi_step", "requires_reasoning").map()).build();
    }
}
