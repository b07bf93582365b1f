package dev.ipw.internal.secret;

import java.util.Locale;
import java.util.Set;

/**
 * A scanner that reads a text once and replaces the secrets in it: its steps grow only with its length, whatever a
 * server sent. The value of a harmless name is scanned like any text, because it may contain a secret itself.
 */
final class SecretScanner {
    private static final Set<String> SCHEMES = Set.of("bearer", "basic", "token", "digest", "apikey", "negotiate",
            "ntlm", "oauth", "key");
    private static final int LONGEST_SCHEME = 12;
    private static final String HTTP = "http";
    private static final String PLACEHOLDER = "VALUE";

    private final CharSequence text;
    private final boolean isCut;
    private final StringBuilder clean;
    private int copied;
    /** The end of the text in which all logins of proxy addresses are removed, so that no word is scanned twice. */
    private int loginsGone;

    /**
     * Prepares the scan.
     *
     * @param text  any text
     * @param isCut true if the text was cut, so that a secret may begin at its end
     */
    SecretScanner(CharSequence text, boolean isCut) {
        this.text = text;
        this.isCut = isCut;
        clean = new StringBuilder(text.length() + 16);
    }

    /** Returns the text without the secrets. */
    String clean() {
        for (int at = 0; at < text.length();) {
            char unit = text.charAt(at);
            if (unit == ':' && is('/', at + 1) && (is('/', at + 2) || endsWithHttp(at))) {
                at = afterUser(is('/', at + 2) ? at + 3 : at + 2);
            } else {
                at = isOfName(unit) ? afterName(at) : at + 1;
            }
        }
        return clean.append(text, copied, text.length()).toString();
    }

    /** Masks the user part before an at sign of an address, if there is one; returns the position after it. */
    private int afterUser(int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '@') {
            end++;
        }
        if (end > from && (end < text.length() ? text.charAt(end) == '@' : isCut)) {
            return mask(from, end);
        }
        return from;
    }

    private int afterName(int from) {
        int end = from;
        while (end < text.length() && isOfName(text.charAt(end))) {
            end++;
        }
        String run = text.subSequence(from, end).toString();
        if (KeyShape.matches(run, isCut && end == text.length())) {
            return mask(from, end);
        }
        int first = 0;
        while (first < run.length() && !isLetter(run.charAt(first))) {
            first++;
        }
        return first == run.length() ? end : afterPlace(from, from + first, end, run.substring(first));
    }

    /**
     * Masks the value after a name if the value is a secret; returns the position after it, otherwise that after the
     * name.
     */
    private int afterPlace(int from, int name, int end, String words) {
        int next = afterBlanks(end);
        if (is('=', next) || isEncoded(end, '3', 'd')) {
            int value = next + (is('=', next) ? 1 : 3);
            if (SecretNames.isProxy(words)) {
                return afterLogin(value, end);
            }
            return SecretNames.isSecret(words) && !isPlaceholder(words, value) ? afterValue(value, words) : end;
        }
        int colon = colonOfField(name, end);
        if (colon >= 0) {
            if (SecretNames.isProxy(words)) {
                return afterLogin(afterBlanks(colon + 1), end);
            }
            return SecretNames.isSecret(words) ? afterValue(colon + 1, words) : end;
        }
        if (is(':', next) || isEncoded(end, '3', 'a')) {
            return SecretNames.isSecretHeader(words) ? afterValue(next + (is(':', next) ? 1 : 3), words) : end;
        }
        if (next > end && next < text.length()) {
            boolean isOption = text.charAt(from) == '-' && (from == 0 || Character.isWhitespace(text.charAt(from - 1)));
            if (isOption && SecretNames.isSecret(words)) {
                return afterValue(next, words);
            }
            return words.equalsIgnoreCase("bearer") ? afterBearer(end, next) : end;
        }
        return end;
    }

    /**
     * Masks everything before the last at sign of a proxy's address, which may lack its scheme; returns the position
     * after it.
     */
    private int afterLogin(int from, int name) {
        if (from < loginsGone) {
            return name;
        }
        int begin = from < text.length() && isQuote(text.charAt(from)) ? from + 1 : from;
        int login = -1;
        int end = begin;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && !isQuote(text.charAt(end))) {
            if (text.charAt(end) == '@') {
                login = end;
            } else if (login < 0 && is(':', end) && is('/', end + 1) && is('/', end + 2)) {
                begin = end + 3;
            }
            end++;
        }
        loginsGone = end;
        if (isCut && end == text.length()) {
            login = end;
        }
        return login > begin ? mask(begin, login) : name;
    }

    /** Returns whether a value is a placeholder. Messages and help use {@code KEY=VALUE} for values to enter. */
    private boolean isPlaceholder(String words, int value) {
        int end = value + PLACEHOLDER.length();
        return (words.equals("KEY") || words.endsWith(".KEY")) && end <= text.length()
                && PLACEHOLDER.contentEquals(text.subSequence(value, end))
                && (end == text.length() ? !isCut : !isOfWord(text.charAt(end)));
    }

    private static boolean isOfWord(char unit) {
        return isLetter(unit) || (unit >= '0' && unit <= '9') || unit == '_' || unit == '-';
    }

    /**
     * Masks the word after "bearer" unless it may be a word of prose; returns the position after it, otherwise that
     * after "bearer".
     */
    private int afterBearer(int end, int next) {
        int last = endOfWord(next);
        String word = text.subSequence(next, last).toString();
        return KeyShape.isLikely(word, isCut && last == text.length()) ? mask(next, last) : end;
    }

    /**
     * Returns the colon of a field of JSON, which may itself occur within a text of JSON: its name in quotes, then a
     * colon.
     */
    private int colonOfField(int name, int end) {
        if (name == 0 || !isQuote(text.charAt(name - 1))) {
            return -1;
        }
        int quote = afterBackslashes(end);
        int colon = quote < text.length() && isQuote(text.charAt(quote)) ? afterBlanks(quote + 1) : -1;
        return colon >= 0 && is(':', colon) ? colon : -1;
    }

    private int afterValue(int from, String name) {
        int begin = afterBlanks(from);
        int value = afterScheme(begin);
        int quote = afterBackslashes(value);
        int end;
        if (quote < text.length() && isQuote(text.charAt(quote))) {
            end = afterQuoted(quote, quote > value);
        } else if (SecretNames.isCookie(name)) {
            end = endOfLine(value);
        } else {
            end = endOfWord(value);
        }
        return end > begin ? mask(begin, end) : begin;
    }

    /** Returns the position after an Authorization header's scheme, which is no secret; the text after it is one. */
    private int afterScheme(int begin) {
        int end = begin;
        while (end < text.length() && end - begin <= LONGEST_SCHEME && isLetter(text.charAt(end))) {
            end++;
        }
        int next = afterBlanks(end);
        boolean isScheme = next > end
                && SCHEMES.contains(text.subSequence(begin, end).toString().toLowerCase(Locale.ROOT));
        return isScheme && next < text.length() ? next : begin;
    }

    /**
     * Returns the position after a quoted value. An unclosed quote contains all following text, because the text may
     * have been cut.
     */
    private int afterQuoted(int quote, boolean isEscaped) {
        char mark = text.charAt(quote);
        boolean escaped = false;
        for (int at = quote + 1; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit == mark && (isEscaped || !escaped)) {
                return at + 1;
            }
            escaped = unit == '\\' && !escaped;
        }
        return text.length();
    }

    private int endOfWord(int from) {
        int end = from;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))
                && "\"'&,;}?".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private int endOfLine(int from) {
        int end = from;
        while (end < text.length() && "\r\n\"'".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private int afterBlanks(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private int afterBackslashes(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == '\\') {
            at++;
        }
        return at;
    }

    private int mask(int from, int end) {
        clean.append(text, copied, from).append(Redaction.MARK);
        copied = end;
        return end;
    }

    private boolean is(char wanted, int at) {
        return at < text.length() && text.charAt(at) == wanted;
    }

    /** Returns whether a given percent-encoded character is here. */
    private boolean isEncoded(int at, char high, char low) {
        return is('%', at) && is(high, at + 1)
                && (is(low, at + 2) || is(Character.toUpperCase(low), at + 2));
    }

    /**
     * Returns whether the text before a position ends with http or https. An address that was taken for a path has one
     * slash only.
     */
    private boolean endsWithHttp(int end) {
        int scheme = end > 0 && Character.toLowerCase(text.charAt(end - 1)) == 's' ? end - 1 : end;
        return scheme >= HTTP.length()
                && HTTP.equalsIgnoreCase(text.subSequence(scheme - HTTP.length(), scheme).toString());
    }

    private static boolean isQuote(char unit) {
        return unit == '"' || unit == '\'';
    }

    private static boolean isLetter(char unit) {
        return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
    }

    private static boolean isOfName(char unit) {
        return isLetter(unit) || (unit >= '0' && unit <= '9') || unit == '_' || unit == '.' || unit == '-';
    }
}
