package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/** Provide SWE-fficiency: make a workload of a real repository faster without breaking its tests. */
public final class Swefficiency extends HubBenchmark {
    /** Make the provider, as {@link java.util.ServiceLoader} does. */
    public Swefficiency() {
        super(new Benchmark("swefficiency", "make a workload of a real repository faster",
                "swefficiency/swefficiency, split test", "MIT", false, 498, "swebench-patch",
                List.of("an agent with the repository for a serious attempt"),
                List.of("No speed is measured: the evaluator checks the patch only.",
                        "The benchmark's own figure is a harmonic mean of speed-ups that one task can dominate."))
                .publishedIn("2025-11"),
                "swefficiency/swefficiency");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "default", "test");
    }

    @Override
    Questions questions(DatasetContext context, Parameters parameters, RepositoryFiles files) {
        return Questions.of(PatchTemplate.of("swefficiency"), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("```diff\n" + record.answer() + "\n```"));
    }

    private static DatasetRecord record(Row row) {
        String workload = row.text("workload").orElse("");
        String task = row.text("problem_statement").filter(text -> !text.isBlank())
                .orElse("Make this workload run faster; all tests must still pass.");
        return DatasetRecord.builder(row.requiredText("instance_id"),
                workload.isBlank() ? task : task + "\n\nThe workload:\n" + workload)
                .answer(row.requiredText("patch")).subject(row.requiredText("repo")).metadata(Metadata.of(row, "repo",
                        "base_commit", "speedup", "test_cmd", "rebuild_cmd", "image_name", "covering_tests").map())
                .build();
    }
}
