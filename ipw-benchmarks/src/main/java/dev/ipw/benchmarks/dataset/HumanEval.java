package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Optional;

/** The provider of HumanEval: Python functions to be written from their heads, checked by tests. */
public final class HumanEval extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public HumanEval() {
        super(new Benchmark("humaneval", "Python functions to be written from their heads",
                "openai/openai_humaneval, split test", "MIT", false, 164, "humaneval",
                List.of("Python 3", "a sandbox: bubblewrap, or a container engine"),
                List.of("Public since 2021: models may have seen it.")).publishedIn("2021-07"),
                "openai/openai_humaneval", "", "test");
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofText("humaneval", 1,
                record -> "Complete this Python function. Give"
                        + " the whole function in one ```python block.\n\n```python\n" + record.problem() + "```");
        return Questions.of(template, row -> Optional.of(record(row))).answeredBy((row, record) -> Optional
                .of("```python\n" + record.problem() + row.requiredText("canonical_solution") + "\n```"));
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder(row.requiredText("task_id"), row.requiredText("prompt"))
                .answer(row.requiredText("canonical_solution"))
                .metadata(Metadata.of(row, "prompt", "test", "entry_point").map()).build();
    }
}
