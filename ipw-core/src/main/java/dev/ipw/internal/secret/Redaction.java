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

/** Replace secrets by a mark: those of this process, and others judged by the names they go under. */
public final class Redaction {
    /** Stands where a secret was. */
    public static final String MARK = "[redacted]";

    /** What stands before the last at sign: a user or password with a slash or a blank is still one. */
    private static final Pattern USER = Pattern.compile("^([^:/?#]*://)?.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("([?#&]).*", Pattern.DOTALL);
    private static final int MOST_ADDRESS_CHARACTERS = 200;
    /** A secret that begins within what is shown is looked for so far beyond it. */
    private static final int BEYOND_SHOWN = 4096;

    private Redaction() {}

    /**
     * Takes secrets out of parameters.
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
     * Takes the login out of the address of a proxy, which may stand there without a scheme.
     *
     * @param name  what the value goes under
     * @param value what was typed
     * @return the value; where the name is a proxy's, with a mark for all that stands before the last at sign
     */
    public static String withoutLogin(String name, String value) {
        return SecretNames.isProxy(name) ? withoutUser(value) : value;
    }

    /**
     * Takes secrets out of a command line, an address or another text: what stands behind a secret's name as an option,
     * as {@code name=value}, as a field of JSON or as a header, the name in any case; what stands behind "bearer"; keys
     * that begin as those of well-known services do; and the user part of addresses. The work grows with the text's
     * length.
     *
     * @param text any text
     * @return the same, each secret replaced
     */
    public static String text(String text) {
        return new SecretScanner(SecretRedactor.clean(text), false).clean();
    }

    /**
     * Shows the start of a text on one line, without secrets: they are taken out before it is cut, so that no part of
     * one stays. Of a longer text than what is shown twice over and 4,096 characters more, nothing is read.
     *
     * @param text   any text
     * @param goesOn true if it is itself the start of a longer one
     * @param most   the most characters to show
     * @param known  secrets that go wherever they stand
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
     * Shows the start of a text on one line, without secrets.
     *
     * @param text any text
     * @param most the most characters to show
     * @return the start of the text, with an ellipsis if there is more
     */
    public static String excerpt(String text, int most) {
        return excerpt(text, false, most, List.of());
    }

    /**
     * Returns whether a name that a person typed is one for a secret, or nearly one.
     *
     * @param name as it was typed, with or without dashes
     * @return true if what stands behind it must not be shown
     */
    public static boolean resemblesSecret(String name) {
        return SecretNames.resemblesSecret(Excerpt.start(name, BEYOND_SHOWN));
    }

    /**
     * Takes out of a tree what goes under a secret's name. Other texts in it stay as they are.
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
     * Takes user, password and secret parameters out of an address.
     *
     * @param address any address
     * @return the same, each secret replaced
     */
    public static URI address(URI address) {
        String clean = text(address.toString()).replace(MARK + "@", "").replace(MARK, "redacted");
        return URI.create(clean);
    }

    /**
     * Shows an address as a person typed it, before anything has checked it, without its user, query and fragment,
     * where secrets may hide.
     *
     * @param text an address, perhaps broken
     * @return what may stand in a message, on one line
     */
    public static String typedAddress(String text) {
        String withoutQuery = QUERY.matcher(withoutUser(text)).replaceFirst("$1…");
        return excerpt(withoutQuery, MOST_ADDRESS_CHARACTERS);
    }

    private static String withoutUser(String address) {
        return USER.matcher(address).replaceFirst("$1" + Matcher.quoteReplacement(MARK) + "@");
    }
}
