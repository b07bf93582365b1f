package dev.ipw.engine.profile;

import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;

/** Put the run's instructions above a conversation. */
final class SystemPrompt {
    private static final String BETWEEN = "\n\n";

    private SystemPrompt() {}

    /**
     * Puts them in front; instructions that the conversation begins with follow in the same message, as many models
     * take one.
     */
    static List<Message> above(List<Message> messages, String system) {
        List<Message> all = new ArrayList<>(messages);
        boolean hasOwn = !all.isEmpty() && all.getFirst().role() == Message.Role.SYSTEM;
        String own = hasOwn ? BETWEEN + all.removeFirst().text() : "";
        all.addFirst(Message.system(system + own));
        return List.copyOf(all);
    }
}
