package dev.ipw.agents;

import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;

/** Hold what was said so far between an agent and its model. */
public final class Conversation {
    private final List<Message> messages = new ArrayList<>();

    private Conversation() {}

    /**
     * Begin a conversation. Instructions of the agent stand before those that the question comes with, in one message.
     *
     * @param instruction what the agent says to the model
     * @param opening     what the model is asked
     * @return the conversation
     */
    public static Conversation opening(String instruction, List<Message> opening) {
        Conversation said = new Conversation();
        boolean hasSystem = !opening.isEmpty() && opening.getFirst().role() == Message.Role.SYSTEM;
        said.messages.add(Message
                .system(hasSystem ? instruction.strip() + "\n\n" + opening.getFirst().text() : instruction.strip()));
        said.messages.addAll(hasSystem ? opening.subList(1, opening.size()) : opening);
        return said;
    }

    /**
     * Say something more.
     *
     * @param message by whom and what
     */
    public void add(Message message) {
        messages.add(message);
    }

    /**
     * Return all that was said.
     *
     * @return a copy
     */
    public List<Message> messages() {
        return List.copyOf(messages);
    }
}
