package dev.ipw.internal.secret;

import dev.ipw.internal.io.Excerpt;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replace secrets by a mark, judged by the names they go under. */
public final class Redaction {
    /** Stands where a secret was. */
    public static final String MARK = "[redacted]";

    private static final Set<String> SECRET_WORDS = Set.of("key", "apikey", "token", "secret", "password", "passwd",
            "pwd", "credential", "credentials", "authorization", "auth", "bearer", "cookie", "sig", "signature");
    private static final String NAME = "([A-Za-z][A-Za-z0-9_.-]*)";
    private static final String VALUE = "((?:Bearer\\s+|Basic\\s+)?(?:'[^']*'|\"[^\"]*\"|[^\\s\"'&,;}?]+))";
    private static final Pattern ASSIGNMENT = Pattern.compile(NAME + "(\\s*=\\s*)" + VALUE);
    private static final Pattern FIELD = Pattern.compile("(?<=[\"'])" + NAME + "([\"']\\s*:\\s*)" + VALUE);
    private static final Pattern HEADER = Pattern
            .compile("(?i)\\b(authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key)(\\s*:\\s*)"
                    + VALUE);
    private static final Pattern OPTION = Pattern.compile("(?<!\\S)--?" + NAME + "(\\s+)" + VALUE);
    private static final List<Pattern> PLACES = List.of(OPTION, ASSIGNMENT, FIELD, HEADER);
    private static final Pattern CREDENTIALS = Pattern.compile("://[^/@]+@");
    /** What stands before the last at sign: a user or password with a slash or a blank is still one. */
    private static final Pattern USER = Pattern.compile("^([^:/?#]*://)?.*@", Pattern.DOTALL);
    private static final Pattern QUERY = Pattern.compile("([?#&]).*", Pattern.DOTALL);
    private static final int MOST_ADDRESS_CHARACTERS = 200;

    private Redaction() {}

    /**
     * Take secrets out of parameters.
     *
     * @param parameters parameters by name
     * @return the same, each secret replaced
     */
    public static Map<String, String> parameters(Map<String, String> parameters) {
        Map<String, String> clean = new LinkedHashMap<>();
        parameters.forEach((name, value) -> clean.put(name, isSecret(name) ? MARK : text(value)));
        return clean;
    }

    /**
     * Take secrets out of a command line, an address or another text: what stands behind a secret's name as an option, as
     * {@code name=value}, as a field of JSON or as a header; and the user part of addresses.
     *
     * @param text any text
     * @return the same, each secret replaced
     */
    public static String text(String text) {
        String clean = CREDENTIALS.matcher(text).replaceAll(Matcher.quoteReplacement("://" + MARK + "@"));
        for (Pattern place : PLACES) {
            clean = place.matcher(clean).replaceAll(Redaction::clean);
        }
        return clean;
    }

    /**
     * Take out of a tree what goes under a secret's name. Other texts in it stay as they are.
     *
     * @param tree maps, lists, texts, numbers and truths
     * @return the same, each secret replaced
     */
    public static @Nullable Object tree(@Nullable Object tree) {
        return switch (tree) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> clean = new LinkedHashMap<>();
                map.forEach((name, value) -> clean.put(String.valueOf(name),
                        isSecret(String.valueOf(name)) ? MARK : tree(value)));
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

    private static String clean(MatchResult match) {
        String value = match.group(3);
        String before = match.group().substring(0, match.group().length() - value.length());
        // A harmless name may hold a text with a secret in it: an address, a whole command line.
        return Matcher.quoteReplacement(before + (isSecret(match.group(1)) ? MARK : inside(value)));
    }

    private static String inside(String value) {
        boolean quoted = value.startsWith("\"") || value.startsWith("'");
        return quoted ? value.charAt(0) + text(value.substring(1, value.length() - 1)) + value.charAt(0) : text(value);
    }

    /**
     * Take user, password and secret parameters out of an address.
     *
     * @param address any address
     * @return the same, each secret replaced
     */
    public static URI address(URI address) {
        String clean = text(address.toString()).replace(MARK + "@", "").replace(MARK, "redacted");
        return URI.create(clean);
    }

    /**
     * Show an address as a person typed it, before anything has checked it, without its user, query and fragment, where
     * secrets may hide.
     *
     * @param text an address, perhaps broken
     * @return what may stand in a message, on one line
     */
    public static String typedAddress(String text) {
        String withoutUser = USER.matcher(text).replaceFirst("$1" + Matcher.quoteReplacement(MARK) + "@");
        String withoutQuery = QUERY.matcher(withoutUser).replaceFirst("$1…");
        return Excerpt.of(text(withoutQuery), MOST_ADDRESS_CHARACTERS);
    }

    private static boolean isSecret(String name) {
        String words = name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        return Arrays.stream(words.split("[^a-z0-9]+")).anyMatch(SECRET_WORDS::contains);
    }
}
