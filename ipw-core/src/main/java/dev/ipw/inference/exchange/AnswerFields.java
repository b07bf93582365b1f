package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;

/** The reading of single fields of a server's message, which may be missing or of another type than specified. */
public final class AnswerFields {
    private AnswerFields() {}

    /**
     * Reads text.
     *
     * @param node  the node that may contain it
     * @param field its name
     * @return the text; empty without one
     */
    public static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    /**
     * Reads a text that must be a text if it is present.
     *
     * @param node   the node that may contain it
     * @param field  its name
     * @param holder the name of the node in messages, such as {@code "answer"}
     * @return the text; empty without one
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
