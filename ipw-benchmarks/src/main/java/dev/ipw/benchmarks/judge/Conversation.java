package dev.ipw.benchmarks.judge;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A writer of a question with the turns before it. */
final class Conversation {
    private static final String MESSAGES = "messages";

    private Conversation() {}

    static String text(DatasetRecord question) {
        if (question.metadata().get(MESSAGES) instanceof List<?> messages && messages.size() > 1) {
            return messages.stream().filter(Map.class::isInstance).map(Map.class::cast)
                    .map(message -> message.get("role") + ": " + message.get("content"))
                    .collect(Collectors.joining("\n\n"));
        }
        return question.problem();
    }
}
