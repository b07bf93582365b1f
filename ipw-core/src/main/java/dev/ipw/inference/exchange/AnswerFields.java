package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;

/** Read single fields of what a server sent, which may be missing or of another type than agreed. */
public final class AnswerFields {
    private AnswerFields() {}

    /**
     * Read text.
     *
     * @param node  may hold it
     * @param field its name
     * @return the text, empty if there is none
     */
    public static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? value.textValue() : "";
    }
}
