package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.hub.HubSnapshot;
import dev.ipw.benchmarks.question.ConversationTemplate;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The provider of HealthBench: conversations on health with a rubric of physicians. The parameter {@code subset} is
 * all, hard or consensus.
 */
public final class HealthBench extends HubBenchmark {
    private static final Map<String, String> FILES = Map.of("all", "2025-05-07-06-14-12_oss_eval.jsonl", "hard",
            "hard_2025-05-08-21-00-10.jsonl", "consensus", "consensus_2025-05-09-20-00-46.jsonl");

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public HealthBench() {
        super(new Benchmark("healthbench", "conversations on health with a rubric of physicians", "openai/healthbench",
                "MIT", false, 5_000, "rubric", List.of("a judge"),
                List.of("Criteria with negative points count against an answer.",
                        "The official figure clips the mean at 0, here each answer is clipped."))
                .publishedIn("2025-05"),
                "openai/healthbench");
    }

    @Override
    List<String> files(HubSnapshot snapshot, Parameters parameters) {
        String subset = Choice.of(parameters, "subset", "all", "hard", "consensus");
        return List.of(FILES.getOrDefault(subset, ""));
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(new ConversationTemplate("healthbench", 1), row -> Optional.of(record(row)))
                .answeredBy((row, record) -> Optional.empty());
    }

    private static DatasetRecord record(Row row) {
        List<?> conversation = row.list("prompt");
        if (conversation.isEmpty() || !(conversation.getLast() instanceof Map<?, ?> last)) {
            throw row.wrong("the column prompt holds no conversation");
        }
        Metadata metadata = new Metadata().put(ConversationTemplate.MESSAGES, conversation)
                .put("criteria", row.list("rubrics")).put("tags", row.list("example_tags"));
        return DatasetRecord.builder(row.requiredText("prompt_id"), String.valueOf(last.get("content")))
                .subject(theme(row.list("example_tags"))).metadata(metadata.map()).build();
    }

    private static String theme(List<?> tags) {
        return tags.stream().map(String::valueOf).filter(tag -> tag.startsWith("theme:"))
                .map(tag -> tag.substring("theme:".length())).findFirst().orElse("other");
    }
}
