package dev.ipw.agents;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.Message;
import dev.ipw.query.RequestFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apiguardian.api.API;

/** The messages so far between an agent and its model. */
@API(status = API.Status.EXPERIMENTAL)
public final class Conversation {
    /** Phrases of servers that reject a prompt as too long. */
    private static final List<String> REFUSALS = List.of("context length", "context_length", "context window",
            "context size", "maximum context", "max_model_len", "too many tokens", "too long", "token limit",
            "input length", "number of tokens", "reduce the length");
    /** Status codes of temporary limits of rate and time: these also reject shorter conversations. */
    private static final Pattern PASSING = Pattern.compile("\\bhttp (?:408|429|502|503|504|529)\\b");
    private static final String LEFT_OUT = "Earlier turns are left out, because the conversation became too long.";
    /** The minimum length of a text that is worth cutting. */
    private static final int MIN_CUT_CHARACTERS = 400;

    private final List<Message> messages = new ArrayList<>();
    private int openingSize;

    private Conversation() {}

    /**
     * Creates a conversation. Instructions of the agent precede those of the question, in one message.
     *
     * @param instruction the instruction of the agent to the model
     * @param opening     the messages of the question
     * @return the conversation
     */
    public static Conversation opening(String instruction, List<Message> opening) {
        Conversation conversation = new Conversation();
        boolean hasSystem = !opening.isEmpty() && opening.getFirst().role() == Message.Role.SYSTEM;
        conversation.messages.add(Message
                .system(hasSystem ? instruction.strip() + "\n\n" + opening.getFirst().text() : instruction.strip()));
        conversation.messages.addAll(hasSystem ? opening.subList(1, opening.size()) : opening);
        conversation.openingSize = conversation.messages.size();
        return conversation;
    }

    /**
     * Returns whether a server rejected a conversation for its length.
     *
     * @param failure the failure of a call
     * @return true if a shorter one may be accepted
     */
    public static boolean isTooLong(RequestFailure failure) {
        boolean isOfServer = failure.kind() == FailureKind.HTTP_STATUS || failure.kind() == FailureKind.SERVER_ERROR;
        String message = failure.message().toLowerCase(Locale.ROOT);
        return isOfServer && !PASSING.matcher(message).find() && REFUSALS.stream().anyMatch(message::contains);
    }

    /**
     * Adds a message.
     *
     * @param message the role and the content
     */
    public void add(Message message) {
        messages.add(message);
    }

    /**
     * Removes the older half of the turns, and notes that in the instruction; of a single turn, the middle of its
     * longest text. The opening and the last turn remain.
     *
     * @return false if nothing can be removed
     */
    public boolean shorten() {
        List<Integer> turns = IntStream.range(openingSize, messages.size())
                .filter(at -> messages.get(at).role() == Message.Role.ASSISTANT).boxed().toList();
        if (turns.size() < 2) {
            return cutLongest();
        }
        messages.subList(turns.getFirst(), turns.get((turns.size() + 1) / 2)).clear();
        String instruction = messages.getFirst().text();
        if (!instruction.endsWith(LEFT_OUT)) {
            messages.set(0, Message.system(instruction + "\n\n" + LEFT_OUT));
        }
        return true;
    }

    private boolean cutLongest() {
        int longest = -1;
        int part = 0;
        int characters = MIN_CUT_CHARACTERS;
        for (int at = openingSize; at < messages.size(); at++) {
            List<ContentPart> parts = messages.get(at).parts();
            for (int index = 0; index < parts.size(); index++) {
                if (text(parts.get(index)).length() > characters) {
                    characters = text(parts.get(index)).length();
                    longest = at;
                    part = index;
                }
            }
        }
        if (longest < 0) {
            return false;
        }
        Message whole = messages.get(longest);
        List<ContentPart> parts = new ArrayList<>(whole.parts());
        parts.set(part, withoutMiddle(parts.get(part)));
        messages.set(longest, new Message(whole.role(), parts, whole.toolCalls()));
        return true;
    }

    private static String text(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> text.text();
            case ToolResult result -> result.content();
            case ContentPart.Image image -> "";
        };
    }

    private static ContentPart withoutMiddle(ContentPart part) {
        String text = text(part);
        int from = wholeCharacter(text, text.length() / 4);
        int to = wholeCharacter(text, text.length() - text.length() / 4);
        String cut = text.substring(0, from) + "\n[" + (to - from) + " characters are left out]\n"
                + text.substring(to);
        return part instanceof ToolResult result
                ? new ToolResult(result.callId(), result.name(), cut, result.isError())
                : new ContentPart.Text(cut);
    }

    private static int wholeCharacter(String text, int at) {
        return Character.isLowSurrogate(text.charAt(at)) ? at - 1 : at;
    }

    /**
     * Returns all messages.
     *
     * @return a copy
     */
    public List<Message> messages() {
        return List.copyOf(messages);
    }
}
