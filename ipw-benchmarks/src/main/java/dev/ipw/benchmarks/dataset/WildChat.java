package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The provider of WildChat: the first messages of people to a chat model, without a right answer. The answer of that
 * model is kept as {@code reference_answer}; the evaluator {@code pairwise} compares with it.
 */
public final class WildChat extends HubBenchmark {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public WildChat() {
        super(new Benchmark("wildchat", "first questions of people to a chat model, without right answers",
                "allenai/WildChat, split train", "ODC-BY", false, 652_139, Dataset.NOT_JUDGED, List.of(),
                List.of("Unjudged by default; the evaluator pairwise compares with the reply of the model that was asked.",
                        "The subject is the language."))
                .publishedIn("2024-05"),
                "allenai/WildChat", "default", "train");
    }

    @Override
    Questions questions(Opened opened) {
        return Questions.of(PromptTemplate.defaultTemplate(), WildChat::record).answeredBy(
                (row, record) -> Optional.empty());
    }

    private static Optional<DatasetRecord> record(Row row) {
        Optional<String> question = firstMessage(row, "user");
        return question.map(text -> {
            Metadata metadata = Metadata.of(row, "model");
            firstMessage(row, "assistant").ifPresent(reply -> metadata.put("reference_answer", reply));
            return DatasetRecord.builder(id(row), text).subject(row.text("language").orElse("unknown"))
                    .metadata(metadata.map()).build();
        });
    }

    private static String id(Row row) {
        // The same conversation can appear twice.
        return row.text("conversation_hash").or(() -> row.text("conversation_id")).orElse("wildchat") + "-"
                + row.number();
    }

    private static Optional<String> firstMessage(Row row, String role) {
        for (Object turn : row.list("conversation")) {
            if (turn instanceof Map<?, ?> message && role.equals(message.get("role"))
                    && message.get("content") instanceof String content && !content.isBlank()) {
                return Optional.of(content);
            }
        }
        return Optional.empty();
    }
}
