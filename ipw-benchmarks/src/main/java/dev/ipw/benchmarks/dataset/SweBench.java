package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.benchmarks.swebench.SweBenchEvaluatorProvider;
import dev.ipw.benchmarks.swebench.SweBenchTests;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * The provider of SWE-bench: issues of real repositories, to be fixed by a patch. The parameter {@code subset} is
 * {@code verified} or {@code mini}. An agent works in a container of the task's image, as {@code environment},
 * {@code network} and {@code test_time} configure it. {@code repositories} names a folder with clones to try patches on
 * where there is no container engine.
 */
public final class SweBench extends PatchBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SweBench() {
        super(new Benchmark("swebench", "issues of real repositories, to be mended by a patch",
                "SWE-bench/SWE-bench_Verified, split test; subset=mini: MariusHobbhahn/swe-bench-verified-mini",
                "MIT", false, 500, SweBenchEvaluatorProvider.ID,
                List.of("podman or docker, about 120 GB for all images", "an agent for a serious attempt"),
                List.of("Without a container engine, or in rows without image, no test is run: only what cannot be right"
                        + " is told, the rest is unscored."))
                .publishedIn("2023-10, the checked choice: 2024-08"),
                "SWE-bench/SWE-bench_Verified", "repo", "base_commit", "test_patch", "FAIL_TO_PASS", "PASS_TO_PASS",
                "version", "difficulty", "image", "eval_script", "log_parser", "eval_type");
    }

    @Override
    String repository(Parameters parameters) {
        return Choice.of(parameters, "subset", "verified", "mini").equals("mini")
                ? "MariusHobbhahn/swe-bench-verified-mini"
                : "SWE-bench/SWE-bench_Verified";
    }

    @Override
    Function<DatasetRecord, SweBenchTests> tests(Parameters parameters) {
        Duration longest = SweBenchEvaluatorProvider.longest(parameters);
        return record -> new SweBenchTests(record, longest);
    }

    @Override
    DatasetRecord record(Row row, Metadata metadata) {
        return DatasetRecord.builder(row.requiredText("instance_id"), row.requiredText("problem_statement"))
                .answer(row.requiredText("patch")).subject(row.requiredText("repo")).metadata(metadata.map()).build();
    }
}
