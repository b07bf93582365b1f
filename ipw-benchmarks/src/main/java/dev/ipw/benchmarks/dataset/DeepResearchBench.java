package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.hub.WebFile;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.plugin.Parameters;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of DeepResearch Bench: reports on 100 research tasks in English and Chinese, scored by weighted criteria
 * against a reference report. The parameter {@code language} is {@code all}, {@code en} or {@code zh}.
 */
public final class DeepResearchBench extends HubBenchmark {
    private static final String REPORTS = "generated_reports/openai-deepresearch.jsonl";
    private static final String CRITERIA = "criteria_data/criteria.jsonl";
    private static final String CRITERIA_ADDRESS = "https://raw.githubusercontent.com/Ayanami0730/deep_research_bench/"
            + "51d988354b06c3cec188bcfec4edc00e912c54bd/data/criteria_data/criteria.jsonl";

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public DeepResearchBench() {
        super(new Benchmark("deepresearchbench", "research reports, scored against a reference report",
                "muset-ai/DeepResearch-Bench-Dataset, and the criteria of Ayanami0730/deep_research_bench",
                "Apache-2.0",
                false, 100, "research-report", List.of("a judge", "a model that searches the web"),
                List.of("The score is the report's share of its own and the reference's points: 0.5 is par.",
                        "The citations are not checked."))
                .publishedIn("2025-06"),
                "muset-ai/DeepResearch-Bench-Dataset");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return List.of(REPORTS);
    }

    @Override
    Questions questions(Opened opened) {
        String language = Choice.of(opened.parameters(), "language", "all", "en", "zh");
        URI address = URI.create(opened.parameters().text("criteria_address").orElse(CRITERIA_ADDRESS));
        Supplier<Map<String, Row>> criteria = new Once<>(() -> byId(opened.files().matching(CRITERIA).isEmpty()
                ? DataFile.rows(WebFile.fetch(opened.context(), address, Optional.empty(), "deepresearchbench"),
                        CRITERIA)
                : opened.files().rows(CRITERIA)));
        PromptTemplate template = QuestionTemplate.ofText("deepresearchbench", 1, record -> record.problem()
                + "\n\nWrite a research report on this. Give the source of each claim, and list the sources at the end.");
        return Questions.of(template, row -> record(row, language, criteria.get()))
                .answeredBy((row, record) -> Optional.empty());
    }

    private static Map<String, Row> byId(Stream<Row> rows) {
        try (rows) {
            return rows.collect(Collectors.toMap(row -> row.requiredText("id"), row -> row, (one, again) -> one));
        }
    }

    private static Optional<DatasetRecord> record(Row row, String language, Map<String, Row> criteria) {
        String id = row.requiredText("id");
        Row about = criteria.get(id);
        if (about == null) {
            throw row.wrong("there are no criteria for the task " + id);
        }
        String prompt = row.requiredText("prompt");
        String spoken = row.text("language").orElse(isChinese(prompt) ? "zh" : "en");
        if (!language.equals("all") && !language.equals(spoken)) {
            return Optional.empty();
        }
        Metadata metadata = Metadata.of(about, "dimension_weight", "criterions").put("language", spoken)
                .put("reference", row.requiredText("article"));
        return Optional.of(DatasetRecord.builder("deepresearchbench-" + id, prompt)
                .subject(row.text("topic").orElse(spoken)).metadata(metadata.map()).build());
    }

    private static boolean isChinese(String text) {
        return text.codePoints().anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN);
    }
}
