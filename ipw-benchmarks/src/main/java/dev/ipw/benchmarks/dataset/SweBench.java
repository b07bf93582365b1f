package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * Provide SWE-bench: issues of real repositories, to be mended by a patch. The parameter {@code subset} is {@code verified} or {@code
 * mini}.
 */
public final class SweBench extends HubBenchmark {
    /** Make the provider, as {@link java.util.ServiceLoader} does. */
    public SweBench() {
        super(new Benchmark("swebench", "issues of real repositories, to be mended by a patch",
                "SWE-bench/SWE-bench_Verified, split test; subset=mini: MariusHobbhahn/swe-bench-verified-mini",
                "MIT", false, 500, "swebench-patch", List.of("an agent with the repository for a serious attempt"),
                List.of("The evaluator checks the patch without running the tests: only what cannot be right is told."))
                .publishedIn("2023-10, the checked choice: 2024-08"),
                "SWE-bench/SWE-bench_Verified");
    }

    @Override
    String repository(Parameters parameters) {
        return Choice.of(parameters, "subset", "verified", "mini").equals("mini")
                ? "MariusHobbhahn/swe-bench-verified-mini"
                : "SWE-bench/SWE-bench_Verified";
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, "default", "test");
    }

    @Override
    Questions questions(DatasetContext context, Parameters parameters, RepositoryFiles files) {
        return Questions.of(PatchTemplate.of("swebench"), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("```diff\n" + record.answer() + "\n```"));
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder(row.requiredText("instance_id"), row.requiredText("problem_statement"))
                .answer(row.requiredText("patch")).subject(row.requiredText("repo"))
                .metadata(
                        Metadata.of(row, "repo", "base_commit", "test_patch", "FAIL_TO_PASS", "PASS_TO_PASS", "version",
                                "difficulty").map())
                .build();
    }
}
