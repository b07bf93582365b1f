package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * The provider of AIME: competition mathematics with answers from 0 to 999. The parameter {@code year} is 2024 or 2025.
 */
public final class Aime extends HubBenchmark {
    private static final String LATEST = "2025";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Aime() {
        super(new Benchmark("aime", "competition mathematics, answers from 0 to 999",
                "math-ai/aime25, split test; year=2024: HuggingFaceH4/aime_2024, split train", "Apache-2.0", false, 30,
                "math", List.of(), List.of("30 questions a year: ask in several epochs, the intervals are wide."))
                .publishedIn("2025-02; with year=2024: 2024-02"),
                "math-ai/aime25");
    }

    private static boolean isLatest(Parameters parameters) {
        return Choice.of(parameters, "year", LATEST, "2024").equals(LATEST);
    }

    @Override
    String repository(Parameters parameters) {
        return isLatest(parameters) ? "math-ai/aime25" : "HuggingFaceH4/aime_2024";
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "default", isLatest(parameters) ? "test" : "train");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(MathTemplate.boxed(), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("\\boxed{" + record.answer() + "}"));
    }

    private static DatasetRecord record(Row row) {
        String id = row.text("id").orElseGet(() -> String.valueOf(row.number()));
        return DatasetRecord.builder("aime-" + id, row.requiredText("problem")).answer(row.requiredText("answer"))
                .metadata(Metadata.of(row, "url", "year").map()).build();
    }
}
