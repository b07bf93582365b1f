package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalLong;

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

    /**
     * Read a count.
     *
     * @param node may hold it
     * @return the count, absent if it is no whole number from 0
     */
    public static OptionalLong count(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    /**
     * Read something of which a server that sends zero does not know how much there was.
     *
     * @param node       may hold a number
     * @param multiplier how many units one of the server's has
     * @return the number of units, absent unless it is above zero
     */
    public static OptionalLong positive(JsonNode node, double multiplier) {
        double value = node.isNumber() ? node.doubleValue() * multiplier : 0;
        return value > 0 && value < Long.MAX_VALUE ? OptionalLong.of(Math.round(value)) : OptionalLong.empty();
    }
}
