package dev.ipw.internal.secret;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names of secrets. */
final class SecretNames {
    private static final Set<String> WORDS = Set.of("key", "apikey", "token", "secret", "password", "passwd", "pwd",
            "credential", "credentials", "authorization", "auth", "bearer", "cookie", "sig", "signature");
    private static final Set<String> CREDENTIALS = Set.of("apikey", "token", "secret", "password", "passwd",
            "authorization", "cookie");
    private static final Set<String> BEFORE_KEY = Set.of("api", "access", "auth", "secret", "private", "subscription");
    private static final Set<String> HEADERS = Set.of("authorization", "cookie", "apikey");
    /** Names of settings without secrets, although they contain a word for one. */
    private static final Pattern HARMLESS = Pattern.compile("(.*\\.)?(api_key_header|key_store)");
    /** A header of the user's own, of a client or of a judge's client. */
    private static final Pattern HEADER = Pattern.compile("(.*\\.)?header\\..+");
    /** A setting or variable with the address of a proxy, which may contain a login. */
    private static final Pattern PROXY = Pattern.compile("(?i)(.*[._-])?proxy");
    /** Names of secrets in a user's input, without the separators of their words. */
    private static final List<String> TYPED = List.of("apikey", "token", "authtoken", "accesstoken", "secret",
            "password", "authorization", "credentials", "bearer");
    private static final int SHORTEST_WITH_TWO_SLIPS = 6;

    private SecretNames() {}

    /** Returns whether one of its words means a secret, or it is the name of a header of the user's own. */
    static boolean isSecret(String name) {
        return HEADER.matcher(name).matches()
                || (!HARMLESS.matcher(name).matches() && Arrays.stream(words(name)).anyMatch(WORDS::contains));
    }

    /** Returns whether it names a key, a token or a password, and not, for example, a column or a number of tokens. */
    static boolean isCredential(String name) {
        String[] words = words(name);
        if (words.length == 0 || HARMLESS.matcher(name).matches()) {
            return false;
        }
        String last = words[words.length - 1];
        boolean isKey = last.equals("key") && words.length > 1 && BEFORE_KEY.contains(words[words.length - 2]);
        return isKey || CREDENTIALS.contains(last);
    }

    /**
     * Returns whether it names a secret even before a colon, as a header does; "token" and "key" occur there in prose
     * too.
     */
    static boolean isSecretHeader(String name) {
        String[] words = words(name);
        boolean isCompound = words.length > 1 && Arrays.stream(words).anyMatch(WORDS::contains);
        return isCompound || (words.length == 1 && HEADERS.contains(words[0]));
    }

    /** Returns whether it names cookies; a header contains several. */
    static boolean isCookie(String name) {
        return Arrays.asList(words(name)).contains("cookie");
    }

    /** Returns whether it names the address of a proxy. */
    static boolean isProxy(String name) {
        return PROXY.matcher(name).matches();
    }

    /** Returns whether a user may have meant a secret's name. */
    static boolean resemblesSecret(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (letters.equals("tokens")) {
            return false;
        }
        if (isSecret(name) || TYPED.stream().anyMatch(letters::endsWith) || letters.endsWith("key")) {
            return true;
        }
        return TYPED.stream().anyMatch(meant -> Math.abs(meant.length() - letters.length()) <= 2
                && slips(letters, meant) <= (meant.length() < SHORTEST_WITH_TWO_SLIPS ? 1 : 2));
    }

    private static String[] words(String name) {
        return Arrays.stream(name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
                .filter(word -> !word.isEmpty()).toArray(String[]::new);
    }

    /** Returns the number of letters that are missing, superfluous, wrong, or exchanged with the next. */
    private static int slips(String left, String right) {
        int[][] slips = new int[left.length() + 1][right.length() + 1];
        for (int row = 0; row <= left.length(); row++) {
            for (int column = 0; column <= right.length(); column++) {
                if (row == 0 || column == 0) {
                    slips[row][column] = row + column;
                    continue;
                }
                boolean same = left.charAt(row - 1) == right.charAt(column - 1);
                int fewest = Math.min(slips[row - 1][column - 1] + (same ? 0 : 1),
                        Math.min(slips[row - 1][column], slips[row][column - 1]) + 1);
                boolean exchanged = row > 1 && column > 1 && left.charAt(row - 1) == right.charAt(column - 2)
                        && left.charAt(row - 2) == right.charAt(column - 1);
                slips[row][column] = exchanged ? Math.min(fewest, slips[row - 2][column - 2] + 1) : fewest;
            }
        }
        return slips[left.length()][right.length()];
    }
}
