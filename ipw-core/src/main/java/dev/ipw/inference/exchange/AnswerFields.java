package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;

/** Read single fields of what a server sent, which may be missing or of another type than agreed. */
public final class AnswerFields {
    private AnswerFields() {}

    /**
     * Reads text.
     *
     * @param node  may hold it
     * @param field its name
     * @return the text, empty if there is none
     */
    public static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    /**
     * Reads text that is nothing but text if it is there.
     *
     * @param node   may hold it
     * @param field  its name
     * @param holder what holds it, for the message, such as {@code "answer"}
     * @return the text, empty if there is none
     * @throws InferenceException if the field is neither text nor null
     */
    public static String onlyText(JsonNode node, String field, String holder) throws InferenceException {
        JsonNode value = node.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
            throw new InferenceException(FailureKind.MALFORMED,
                    "The field " + field + " of the server's " + holder + " is no text; only text can be read");
        }
        return text(node, field);
    }
}
