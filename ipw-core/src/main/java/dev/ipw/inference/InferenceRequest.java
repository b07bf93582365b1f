package dev.ipw.inference;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A request to a model.
 *
 * @param messages       the conversation so far, not empty
 * @param options        the options of the generation
 * @param tools          the tools that the model may call; may be empty
 * @param toolChoice     whether it may, must or must not call one
 * @param responseFormat the required form of the answer; empty for text
 */
@API(status = API.Status.EXPERIMENTAL)
public record InferenceRequest(List<Message> messages, GenerationOptions options, List<ToolDefinition> tools,
        ToolChoice toolChoice, Optional<ResponseFormat> responseFormat) {
    /** Copies the lists and refuses an empty conversation. */
    public InferenceRequest {
        messages = List.copyOf(messages);
        Objects.requireNonNull(options, "options");
        tools = List.copyOf(tools);
        Objects.requireNonNull(toolChoice, "toolChoice");
        Objects.requireNonNull(responseFormat, "responseFormat");
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("A request needs at least one message");
        }
    }

    /**
     * Creates a request for text, without tools.
     *
     * @param messages the conversation so far, not empty
     * @param options  the options of the generation
     */
    public InferenceRequest(List<Message> messages, GenerationOptions options) {
        this(messages, options, List.of(), ToolChoice.AUTO, Optional.empty());
    }

    /**
     * Creates a request with one question.
     *
     * @param prompt  the question
     * @param options the options of the generation
     * @return the request
     */
    public static InferenceRequest ofPrompt(String prompt, GenerationOptions options) {
        return new InferenceRequest(List.of(Message.user(prompt)), options);
    }

    /**
     * Adds tools.
     *
     * @param offered the tools
     * @param choice  whether the model may, must or must not call one
     * @return a copy with them
     */
    public InferenceRequest withTools(List<ToolDefinition> offered, ToolChoice choice) {
        return new InferenceRequest(messages, options, offered, choice, responseFormat);
    }

    /**
     * Requires a form of the answer.
     *
     * @param format the form
     * @return the changed copy
     */
    public InferenceRequest withResponseFormat(ResponseFormat format) {
        return new InferenceRequest(messages, options, tools, toolChoice, Optional.of(format));
    }
}
