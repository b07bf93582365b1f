package dev.ipw.internal.secret;

import dev.ipw.internal.io.Excerpt;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The replacement of secrets by a mark: those of this process, and others recognised by their names. */
public final class Redaction {
    /** The mark in place of a secret. */
    public static final String MARK = "[redacted]";

    /** The text before the last at sign: a user or password with a slash or a blank is included. */
    private static final Pattern USER = Pattern.compile("^([^:/?#]*://)?.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("([?#&]).*", Pattern.DOTALL);
    private static final int MAX_ADDRESS_CHARACTERS = 200;
    /** The number of characters beyond the shown ones in which the rest of a secret is searched. */
    private static final int BEYOND_SHOWN = 4096;

    private Redaction() {}

    /**
     * Removes secrets from parameters.
     *
     * @param parameters parameters by name
     * @return the same, each secret replaced
     */
    public static Map<String, String> parameters(Map<String, String> parameters) {
        Map<String, String> clean = new LinkedHashMap<>();
        parameters.forEach(
                (name, value) -> clean.put(name, SecretNames.isSecret(name) ? MARK : text(withoutLogin(name, value))));
        return clean;
    }

    /**
     * Removes the login from the address of a proxy, which may have no scheme.
     *
     * @param name  the name of the value
     * @param value the user's value
     * @return the value; if the name is a proxy's, with a mark for everything before the last at sign
     */
    public static String withoutLogin(String name, String value) {
        return SecretNames.isProxy(name) ? withoutUser(value) : value;
    }

    /**
     * Removes secrets from a command line, an address or another text: the value after a secret's name as an option, as
     * {@code name=value}, as a field of JSON or as a header, the name in any case; the word after "bearer"; keys with
     * the prefixes of well-known services; and the user part of addresses. The work grows with the text's length.
     *
     * @param text any text
     * @return the same, each secret replaced
     */
    public static String text(String text) {
        return new SecretScanner(SecretRedactor.clean(text), false).clean();
    }

    /**
     * Returns the start of a text on one line, without secrets: they are removed before it is cut, so that no part of
     * one remains. The text is read up to twice the shown length plus 4,096 characters.
     *
     * @param text   any text
     * @param goesOn true if it is itself the start of a longer text
     * @param most   the maximum number of characters
     * @param known  secrets that are removed wherever they occur
     * @return the start of the text, with an ellipsis if there is more
     */
    public static String excerpt(String text, boolean goesOn, int most, Collection<KnownSecret> known) {
        String start = Excerpt.start(text, 2 * most + BEYOND_SHOWN);
        boolean isCut = goesOn || start.length() < text.length();
        String clean = SecretRedactor.clean(start);
        for (KnownSecret secret : known) {
            clean = secret.redact(clean, isCut);
        }
        String line = Excerpt.of(new SecretScanner(clean, isCut).clean(), most);
        return isCut && !line.endsWith("…") ? line + "…" : line;
    }

    /**
     * Returns the start of a text on one line, without secrets.
     *
     * @param text any text
     * @param most the maximum number of characters
     * @return the start of the text, with an ellipsis if there is more
     */
    public static String excerpt(String text, int most) {
        return excerpt(text, false, most, List.of());
    }

    /**
     * Returns whether a user's name for a setting is that of a secret, or nearly so.
     *
     * @param name the user's name, with or without dashes
     * @return true if the value after it must not be shown
     */
    public static boolean resemblesSecret(String name) {
        return SecretNames.resemblesSecret(Excerpt.start(name, BEYOND_SHOWN));
    }

    /**
     * Removes the values with a secret's name from a tree. Other texts in it are unchanged.
     *
     * @param tree maps, lists, texts, numbers and truths
     * @return the same, each secret replaced
     */
    public static @Nullable Object tree(@Nullable Object tree) {
        return switch (tree) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> clean = new LinkedHashMap<>();
                map.forEach((name, value) -> clean.put(String.valueOf(name),
                        SecretNames.isSecret(String.valueOf(name)) ? MARK : tree(value)));
                yield clean;
            }
            case List<?> list -> {
                List<@Nullable Object> clean = new ArrayList<>();
                list.forEach(element -> clean.add(tree(element)));
                yield clean;
            }
            case null, default -> tree;
        };
    }

    /**
     * Removes user, password and secret parameters from an address.
     *
     * @param address any address
     * @return the same, each secret replaced
     */
    public static URI address(URI address) {
        String clean = text(address.toString()).replace(MARK + "@", "").replace(MARK, "redacted");
        return URI.create(clean);
    }

    /**
     * Returns an address as a user gave it, before any check, without its user, query and fragment, which may contain
     * secrets.
     *
     * @param text an address, perhaps broken
     * @return a text for messages, on one line
     */
    public static String typedAddress(String text) {
        String withoutQuery = QUERY.matcher(withoutUser(text)).replaceFirst("$1…");
        return excerpt(withoutQuery, MAX_ADDRESS_CHARACTERS);
    }

    private static String withoutUser(String address) {
        return USER.matcher(address).replaceFirst("$1" + Matcher.quoteReplacement(MARK) + "@");
    }
}
