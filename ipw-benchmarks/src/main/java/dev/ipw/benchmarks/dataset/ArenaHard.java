package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.plugin.Parameters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The provider of Arena-Hard-Auto 2.0: hard prompts of people, compared with the answer of a baseline model in two
 * games with swapped order. The baseline is that of the benchmark, which has one for creative writing and another for
 * the rest.
 */
public final class ArenaHard extends HubBenchmark {
    private static final String FOLDER = "data/arena-hard-v2.0/";
    private static final String USUAL_BASELINE = "o3-mini-2025-01-31";
    private static final Map<String, String> BASELINES = Map.of("creative_writing", "gemini-2.0-flash-001");

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ArenaHard() {
        super(new Benchmark("arena-hard-auto-v2", "hard prompts, compared with a baseline model's answers",
                "lmarena-ai/arena-hard-auto, " + FOLDER, "Apache-2.0", false, 750, "pairwise", List.of("a judge"),
                List.of("Baselines: " + USUAL_BASELINE
                        + " for hard prompts, gemini-2.0-flash-001 for creative writing.",
                        "The analysis arena takes length and markdown out of the score."))
                .publishedIn("2025-04"),
                "lmarena-ai/arena-hard-auto");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        return List.of(FOLDER + "question.jsonl");
    }

    @Override
    Questions questions(Opened opened) {
        Map<String, Supplier<Map<String, String>>> answers = new HashMap<>();
        Stream.concat(Stream.of(USUAL_BASELINE), BASELINES.values().stream()).forEach(model -> answers.put(model,
                new Once<>(() -> answers(opened.files().rows(FOLDER + "model_answer/" + model + ".jsonl")))));
        return Questions.of(PromptTemplate.defaultTemplate(), row -> Optional.of(record(row, answers)))
                .answeredBy((row, record) -> Optional.empty());
    }

    private static Map<String, String> answers(Stream<Row> rows) {
        try (rows) {
            return rows.collect(Collectors.toMap(row -> row.requiredText("uid"), ArenaHard::answer,
                    (one, again) -> again));
        }
    }

    private static String answer(Row row) {
        for (Object turn : row.list("messages")) {
            if (turn instanceof Map<?, ?> message && "assistant".equals(message.get("role"))) {
                Object content = message.get("content");
                Object answer = content instanceof Map<?, ?> parts ? parts.get("answer") : content;
                if (answer instanceof String text) {
                    return text;
                }
            }
        }
        throw row.wrong("there is no answer of the baseline model");
    }

    private static DatasetRecord record(Row row, Map<String, Supplier<Map<String, String>>> answers) {
        String category = row.text("category").orElse("hard_prompt");
        String baseline = BASELINES.getOrDefault(category, USUAL_BASELINE);
        String answer = answers.getOrDefault(baseline, Map::of).get().get(row.requiredText("uid"));
        if (answer == null) {
            throw row.wrong("the baseline " + baseline + " has no answer to this question");
        }
        return DatasetRecord.builder(row.requiredText("uid"), row.requiredText("prompt"))
                .subject(row.text("subcategory").orElse(category)).metadata(Metadata.of(row, "category")
                        .put("reference_answer", answer).put("baseline_model", baseline).map())
                .build();
    }
}
