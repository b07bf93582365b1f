package dev.ipw.benchmarks.question;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The prompt template that writes the conversation so far, in the record's metadata as {@code messages}: maps of
 * {@code role} and {@code content}. The model gives the next answer.
 *
 * @param name    the template's name
 * @param version the version of its text
 */
public record ConversationTemplate(String name, int version) implements PromptTemplate {
    /** The metadata field with the conversation. */
    public static final String MESSAGES = "messages";

    @Override
    public List<Message> opening(DatasetRecord record) {
        List<Message> messages = new ArrayList<>();
        record.system().map(Message::system).ifPresent(messages::add);
        if (record.metadata().get(MESSAGES) instanceof List<?> turns) {
            for (Object one : turns) {
                if (one instanceof Map<?, ?> message) {
                    messages.add(message(String.valueOf(message.get("role")), String.valueOf(message.get("content"))));
                }
            }
        }
        if (messages.isEmpty()) {
            messages.add(Message.user(record.problem()));
        }
        return messages;
    }

    private static Message message(String role, String content) {
        return switch (role) {
            case "system", "developer" -> Message.system(content);
            case "assistant" -> Message.assistant(content);
            default -> Message.user(content);
        };
    }

    @Override
    public Message turn(DatasetRecord record, int number) {
        return Message.user(record.turns().get(number - 1).text());
    }
}
