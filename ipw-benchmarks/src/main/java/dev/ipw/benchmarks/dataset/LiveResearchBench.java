package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The provider of LiveResearchBench: research questions of daily life, enterprise and academia, each with a checklist
 * of experts.
 */
public final class LiveResearchBench extends HubBenchmark {
    private static final String CRITERIA = "criteria";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public LiveResearchBench() {
        super(new Benchmark("liveresearchbench", "research questions with a checklist of experts",
                "Salesforce/LiveResearchBench, config question_with_checklist, split test", "CC-BY-NC-4.0", false, 100,
                "rubric", List.of("a judge", "a model that searches the web"),
                List.of("The Python original gives this name to DeepResearch Bench; this is LiveResearchBench.",
                        "Only the checklist is scored: no citations, no consistency."))
                .publishedIn("2025-10"),
                "Salesforce/LiveResearchBench", "question_with_checklist", "test");
    }

    /** Combines the rows of a question, one for each point of its checklist. */
    @Override
    Stream<Row> arranged(Stream<Row> rows) {
        Map<String, Row> questions = new LinkedHashMap<>();
        try (rows) {
            rows.forEach(row -> questions.merge(row.requiredText("qid"), row.with(CRITERIA, criteria(row)),
                    (first, next) -> first.with(CRITERIA, Stream
                            .concat(first.list(CRITERIA).stream(), next.list(CRITERIA).stream()).toList())));
        }
        return questions.values().stream();
    }

    private static List<?> criteria(Row row) {
        List<String> points = row.value("checklist").filter(List.class::isInstance).isPresent()
                ? row.texts("checklist")
                : List.of(row.text("checklist_no_placeholder").orElseGet(() -> row.requiredText("checklist")));
        return points.stream().filter(point -> !point.isBlank())
                .map(point -> Map.of("criterion", point, "points", 1L)).toList();
    }

    @Override
    Questions questions(Opened opened) {
        PromptTemplate template = QuestionTemplate.ofText("liveresearchbench", 1, record -> record.problem()
                + "\n\nWrite a research report that answers this. Give the source of each claim.");
        return Questions.of(template, row -> Optional.of(record(row))).answeredBy((row, record) -> Optional.empty());
    }

    private static DatasetRecord record(Row row) {
        return DatasetRecord.builder(row.requiredText("qid"),
                row.text("question_no_placeholder").orElseGet(() -> row.requiredText("question")))
                .subject(row.text("category").orElse("other"))
                .metadata(new Metadata().put(CRITERIA, row.list(CRITERIA)).map()).build();
    }
}
