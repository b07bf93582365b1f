package dev.ipw.inference;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/**
 * One message of a conversation.
 *
 * <pre>{@code
 * List<Message> messages = List.of(Message.system("Answer in one word."), Message.user("What is the capital of Peru?"));
 * }</pre>
 *
 * @param role      the author
 * @param parts     the content, in order; results of tools occur only in messages of the role {@link Role#TOOL}
 * @param toolCalls the tool calls of the model; empty for other roles
 */
@API(status = API.Status.EXPERIMENTAL)
public record Message(Role role, List<ContentPart> parts, List<ToolCall> toolCalls) {
    /** The role of a message's author. */
    public enum Role {
        /** Instructions at the beginning of the conversation. */
        SYSTEM,
        /** The user. */
        USER,
        /** The model. */
        ASSISTANT,
        /** The tools that the model called. */
        TOOL;

        /**
         * Returns the name used in files and by most servers.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the lists; rejects parts and tool calls that this role cannot have. */
    public Message {
        Objects.requireNonNull(role, "role");
        parts = List.copyOf(parts);
        toolCalls = List.copyOf(toolCalls);
        if (!toolCalls.isEmpty() && role != Role.ASSISTANT) {
            throw new IllegalArgumentException("Only a message of the assistant asks for tools, not one of " + role);
        }
        boolean ofTool = role == Role.TOOL;
        if (parts.stream().anyMatch(part -> part instanceof ContentPart.ToolResult != ofTool)
                || (ofTool && parts.isEmpty())) {
            throw new IllegalArgumentException(ofTool
                    ? "A message of tools holds their results, at least one, and nothing else"
                    : "The result of a tool belongs in a message of the role TOOL, not " + role);
        }
    }

    /**
     * Returns a message with text.
     *
     * @param role the author, not a tool
     * @param text the text
     * @return the message
     */
    public static Message of(Role role, String text) {
        return new Message(role, List.of(new ContentPart.Text(text)), List.of());
    }

    /**
     * Returns a message with instructions.
     *
     * @param text the instructions
     * @return the message
     */
    public static Message system(String text) {
        return of(Role.SYSTEM, text);
    }

    /**
     * Returns a user's message with text.
     *
     * @param text the question
     * @return the message
     */
    public static Message user(String text) {
        return of(Role.USER, text);
    }

    /**
     * Returns a user's message with text and images.
     *
     * @param parts the content, in order
     * @return the message
     */
    public static Message user(List<ContentPart> parts) {
        return new Message(Role.USER, parts, List.of());
    }

    /**
     * Returns a message with the model's answer.
     *
     * @param text the visible answer
     * @return the message
     */
    public static Message assistant(String text) {
        return of(Role.ASSISTANT, text);
    }

    /**
     * Returns a message with the model's answer and its tool calls.
     *
     * @param text      the visible answer; may be empty
     * @param toolCalls the tool calls
     * @return the message
     */
    public static Message assistant(String text, List<ToolCall> toolCalls) {
        List<ContentPart> parts = text.isEmpty() && !toolCalls.isEmpty()
                ? List.of()
                : List.of(new ContentPart.Text(text));
        return new Message(Role.ASSISTANT, parts, toolCalls);
    }

    /**
     * Returns a message with the results of tools.
     *
     * @param results one result for each call, at least one
     * @return the message
     */
    public static Message tool(List<ContentPart.ToolResult> results) {
        return new Message(Role.TOOL, List.copyOf(results), List.of());
    }

    /**
     * Returns the text of the message.
     *
     * @return the text parts, one after the other; an empty text without one
     */
    public String text() {
        return parts.stream().filter(ContentPart.Text.class::isInstance).map(part -> ((ContentPart.Text) part).text())
                .collect(Collectors.joining());
    }

    /**
     * Returns whether the message is only text.
     *
     * @return false if it contains images, results of tools or tool calls
     */
    public boolean isText() {
        return toolCalls.isEmpty() && parts.stream().allMatch(ContentPart.Text.class::isInstance);
    }
}
