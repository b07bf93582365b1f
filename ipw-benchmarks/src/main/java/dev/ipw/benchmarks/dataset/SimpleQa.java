package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.internal.rows.PythonLiteral;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider of SimpleQA: short questions about facts that were hard for models of its time. */
public final class SimpleQa extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SimpleQa() {
        super(new Benchmark("simpleqa", "short questions about facts", "basicv8vc/SimpleQA, split test", "MIT", false,
                4_326, "simpleqa", List.of("a judge"),
                List.of("A judge that answers in words is read as such; the official program misreads it."))
                .publishedIn("2024-10"),
                "basicv8vc/SimpleQA");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(PromptTemplate.defaultTemplate(), row -> Optional.of(record(row)));
    }

    private static DatasetRecord record(Row row) {
        Map<?, ?> about = row.text("metadata").flatMap(PythonLiteral::map).orElse(Map.of());
        Metadata metadata = new Metadata();
        about.forEach((name, value) -> metadata.put(String.valueOf(name), value));
        Object topic = about.get("topic");
        return DatasetRecord.builder("simpleqa-" + row.number(), row.requiredText("problem"))
                .answer(row.requiredText("answer")).subject(topic == null ? "other" : topic.toString())
                .metadata(metadata.map()).build();
    }
}
