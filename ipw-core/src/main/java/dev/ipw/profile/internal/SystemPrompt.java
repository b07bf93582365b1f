package dev.ipw.profile.internal;

import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;

/** The run's instructions at the beginning of a conversation. */
final class SystemPrompt {
    private static final String BETWEEN = "\n\n";

    private SystemPrompt() {}

    /**
     * Puts them in front; instructions at the beginning of the conversation follow in the same message, because many
     * models take only one.
     */
    static List<Message> above(List<Message> messages, String system) {
        List<Message> all = new ArrayList<>(messages);
        boolean hasOwn = !all.isEmpty() && all.getFirst().role() == Message.Role.SYSTEM;
        String own = hasOwn ? BETWEEN + all.removeFirst().text() : "";
        all.addFirst(Message.system(system + own));
        return List.copyOf(all);
    }
}
