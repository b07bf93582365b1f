package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Optional;

/** The provider of MATH-500: competition mathematics with answers in LaTeX. */
public final class Math500 extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Math500() {
        super(new Benchmark("math500", "competition mathematics of 5 levels, answers in LaTeX",
                "HuggingFaceH4/MATH-500, split test", "MIT", false, 500, "math", List.of(),
                List.of("Public since 2021: models may have seen it."))
                .publishedIn("2021-03, the choice of 500: 2023-05"), "HuggingFaceH4/MATH-500");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(MathTemplate.boxed(), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("\\boxed{" + record.answer() + "}"));
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder(row.requiredText("unique_id"), row.requiredText("problem"))
                .answer(row.requiredText("answer")).subject(row.text("subject").orElse("other"))
                .metadata(Metadata.of(row, "level").map()).build();
    }
}
