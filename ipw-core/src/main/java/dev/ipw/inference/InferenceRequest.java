package dev.ipw.inference;

import java.util.List;
import java.util.Objects;

/**
 * Ask a model something.
 *
 * @param messages the conversation so far, not empty
 * @param options  how to generate
 */
public record InferenceRequest(List<Message> messages, GenerationOptions options) {
    /** Copy the messages and refuse an empty conversation. */
    public InferenceRequest {
        messages = List.copyOf(messages);
        Objects.requireNonNull(options, "options");
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("A request needs at least one message");
        }
    }

    /**
     * Ask one question.
     *
     * @param prompt  the question
     * @param options how to generate
     * @return the request
     */
    public static InferenceRequest ofPrompt(String prompt, GenerationOptions options) {
        return new InferenceRequest(List.of(new Message(Message.Role.USER, prompt)), options);
    }
}
