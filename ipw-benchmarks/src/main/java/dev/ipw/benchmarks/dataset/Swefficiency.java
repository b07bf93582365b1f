package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.benchmarks.swefficiency.SwefficiencyEvaluatorProvider;
import dev.ipw.benchmarks.swefficiency.SwefficiencyTests;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.function.Function;

/**
 * The provider of SWE-fficiency: tasks to make a workload of a real repository faster without breaking its tests. An
 * agent works in a container of the task's image, as {@code environment}, {@code network}, {@code repeats} and
 * {@code test_time} configure it. {@code repositories} names a folder with clones to try patches on where there is no
 * container engine.
 */
public final class Swefficiency extends PatchBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Swefficiency() {
        super(new Benchmark("swefficiency", "make a workload of a real repository faster",
                "swefficiency/swefficiency, split test", "MIT", false, 498, SwefficiencyEvaluatorProvider.ID,
                List.of("podman or docker", "an agent for a serious attempt", "a quiet machine"),
                List.of("Without a container engine no speed is measured: only what cannot be right is told.",
                        "The benchmark's own figure is a harmonic mean of speed-ups that one task can dominate."))
                .publishedIn("2025-11"),
                "swefficiency/swefficiency", "repo", "base_commit", "speedup", "test_cmd", "rebuild_cmd", "image_name",
                "covering_tests", "workload");
    }

    @Override
    Function<DatasetRecord, SwefficiencyTests> tests(Parameters parameters) {
        return SwefficiencyEvaluatorProvider.tests(parameters);
    }

    @Override
    DatasetRecord record(Row row, Metadata metadata) {
        String workload = row.text("workload").orElse("");
        String task = row.text("problem_statement").filter(text -> !text.isBlank())
                .orElse("Make this workload run faster; all tests must still pass.");
        return DatasetRecord.builder(row.requiredText("instance_id"),
                workload.isBlank() ? task : task + "\n\nThe workload:\n" + workload)
                .answer(row.requiredText("patch")).subject(row.requiredText("repo")).metadata(metadata.map()).build();
    }
}
