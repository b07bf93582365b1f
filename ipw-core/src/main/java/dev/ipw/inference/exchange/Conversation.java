package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.inference.Message;
import java.util.Locale;

/** Write messages as every API of conversations takes them: an object with role and content each. */
public final class Conversation {
    private Conversation() {}

    /**
     * Add a message.
     *
     * @param message the message
     * @param list    takes it
     */
    public static void add(Message message, ArrayNode list) {
        list.addObject().put("role", message.role().name().toLowerCase(Locale.ROOT)).put("content",
                message.content());
    }
}
