package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.error.Setting;
import dev.ipw.internal.rows.PythonLiteral;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The provider of FRAMES: questions that need several pages of Wikipedia. With the parameter {@code links=true} the
 * prompt lists these pages, which makes the task easier.
 */
public final class Frames extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public Frames() {
        super(new Benchmark("frames", "questions that need several pages of Wikipedia",
                "google/frames-benchmark, split test", "Apache-2.0", false, 824, "frames", List.of("a judge"),
                List.of("The pages that hold the answer are told only with " + Setting.DATASET_PARAM + " links=true."))
                .publishedIn("2024-09"),
                "google/frames-benchmark");
    }

    @Override
    Questions questions(Opened opened) {
        boolean links = opened.parameters().flag("links").orElse(false);
        String instruction = "\n\nGive a short final answer, and behind it how you found it.";
        PromptTemplate template = links
                ? QuestionTemplate.ofText("frames-with-links", 1,
                        record -> record.problem() + "\n\nThese pages hold what is needed:\n"
                                + pages(record) + instruction)
                : QuestionTemplate.ofText("frames", 1, record -> record.problem() + instruction);
        return Questions.of(template, row -> Optional.of(record(row)));
    }

    private static String pages(DatasetRecord record) {
        return record.metadata().get("wiki_links") instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining("\n"))
                : "";
    }

    private static DatasetRecord record(Row row) {
        Metadata metadata = Metadata.of(row, "reasoning_types");
        row.text("wiki_links").flatMap(PythonLiteral::list).ifPresent(list -> metadata.put("wiki_links", list));
        return DatasetRecord.builder("frames-" + row.number(), row.requiredText("Prompt"))
                .answer(row.requiredText("Answer")).subject(row.text("reasoning_types").orElse("other"))
                .metadata(metadata.map()).build();
    }
}
