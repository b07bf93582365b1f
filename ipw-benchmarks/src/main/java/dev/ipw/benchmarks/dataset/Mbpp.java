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
import java.util.stream.Collectors;

/**
 * The provider of MBPP: short Python programs, checked by tests. The parameter {@code subset} is {@code full} or
 * {@code sanitized}.
 */
public final class Mbpp extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Mbpp() {
        super(new Benchmark("mbpp", "short Python programs", "google-research-datasets/mbpp, config full, split test",
                "CC-BY-4.0", false, 500, "mbpp", List.of("Python 3", "a sandbox: bubblewrap, or a container engine"),
                List.of("Public since 2021: models may have seen it.",
                        "The prompt shows the tests, as its authors do."))
                .publishedIn("2021-08"),
                "google-research-datasets/mbpp");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return split(snapshot, Choice.of(parameters, "subset", "full", "sanitized"), "test");
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofText("mbpp", 1, record -> record.problem()
                + "\n\nThe program must pass these tests:\n" + tests(record)
                + "\n\nGive the whole program in one ```python block.");
        return Questions.of(template, row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.of("```python\n" + record.answer() + "\n```"));
    }

    private static String tests(DatasetRecord record) {
        return record.metadata().get("test_list") instanceof List<?> tests
                ? tests.stream().map(String::valueOf).collect(Collectors.joining("\n"))
                : "";
    }

    private static DatasetRecord record(Row row) {
        Metadata metadata = new Metadata().put("test_list", row.texts("test_list")).put("test_setup_code",
                row.text("test_setup_code").orElseGet(() -> String.join("\n", row.texts("test_imports"))));
        return DatasetRecord.builder("mbpp-" + row.requiredText("task_id"),
                row.text("text").orElseGet(() -> row.requiredText("prompt"))).answer(row.requiredText("code"))
                .metadata(metadata.map()).build();
    }
}
