package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.patch.PatchEnvironment;
import dev.ipw.benchmarks.patch.PatchTestsEvaluator;
import dev.ipw.benchmarks.patch.Testbeds;
import dev.ipw.benchmarks.question.RowsAsQuestions;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.benchmarks.swefficiency.SwefficiencyEvaluatorProvider;
import dev.ipw.benchmarks.swefficiency.SwefficiencyTests;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The provider of SWE-fficiency: tasks to make a workload of a real repository faster without breaking its tests. An
 * agent works in a container of the task's image, as {@code environment}, {@code network}, {@code repeats} and
 * {@code test_time} configure it. {@code repositories} names a folder with clones to try patches on where there is no
 * container engine.
 */
public final class Swefficiency extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Swefficiency() {
        super(new Benchmark("swefficiency", "make a workload of a real repository faster",
                "swefficiency/swefficiency, split test", "MIT", false, 498, SwefficiencyEvaluatorProvider.ID,
                List.of("podman or docker", "an agent for a serious attempt", "a quiet machine"),
                List.of("Without a container engine no speed is measured: only what cannot be right is told.",
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
        Optional<String> clones = PatchParameters.repositories(parameters);
        return Questions.of(PatchTemplate.of("swefficiency"), row -> Optional.of(record(row, clones)))
                .answeredBy((row, record) -> Optional.of("```diff\n" + record.answer() + "\n```"));
    }

    @Override
    RowsAsQuestions.Environments environments(DatasetContext context, Parameters parameters) {
        Testbeds testbeds = PatchParameters.testbeds(context, parameters);
        Function<DatasetRecord, SwefficiencyTests> reading = SwefficiencyEvaluatorProvider.tests(parameters);
        return (record, taskFolder) -> {
            SwefficiencyTests tests = reading.apply(record);
            return testbeds.problem(tests).isPresent()
                    ? Optional.empty()
                    : Optional.of(new PatchEnvironment(testbeds, tests, record.answer(), taskFolder));
        };
    }

    private static DatasetRecord record(Row row, Optional<String> clones) {
        String workload = row.text("workload").orElse("");
        String task = row.text("problem_statement").filter(text -> !text.isBlank())
                .orElse("Make this workload run faster; all tests must still pass.");
        Metadata metadata = Metadata.of(row, "repo", "base_commit", "speedup", "test_cmd", "rebuild_cmd", "image_name",
                "covering_tests", "workload");
        clones.ifPresent(folder -> metadata.put(PatchTestsEvaluator.REPOSITORIES, folder));
        return DatasetRecord.builder(row.requiredText("instance_id"),
                workload.isBlank() ? task : task + "\n\nThe workload:\n" + workload)
                .answer(row.requiredText("patch")).subject(row.requiredText("repo")).metadata(metadata.map()).build();
    }
}
