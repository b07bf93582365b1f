package dev.ipw.agents;

import java.util.Optional;
import org.apiguardian.api.API;

/** The search for JSON in a model's text. */
@API(status = API.Status.EXPERIMENTAL)
public final class JsonText {
    private JsonText() {}

    /**
     * Finds the first JSON object in a text. Closing braces that are missing at its end are added, since models
     * forget them; nothing else is repaired.
     *
     * @param text the model's text
     * @return the object as text; empty if there is no opening brace
     */
    public static Optional<String> firstObject(String text) {
        int start = text.indexOf('{');
        if (start < 0) {
            return Optional.empty();
        }
        StringBuilder open = new StringBuilder();
        boolean isInString = false;
        for (int at = start; at < text.length(); at++) {
            char one = text.charAt(at);
            if (isInString) {
                if (one == '\\') {
                    at++;
                } else if (one == '"') {
                    isInString = false;
                }
            } else if (one == '"') {
                isInString = true;
            } else if (one == '{' || one == '[') {
                open.append(one == '{' ? '}' : ']');
            } else if (one == '}' || one == ']') {
                if (open.charAt(open.length() - 1) != one) {
                    return Optional.of(text.substring(start, at + 1));
                }
                open.setLength(open.length() - 1);
                if (open.isEmpty()) {
                    return Optional.of(text.substring(start, at + 1));
                }
            }
        }
        return isInString
                ? Optional.of(text.substring(start).stripTrailing())
                : Optional.of(text.substring(start).stripTrailing() + open.reverse());
    }
}
