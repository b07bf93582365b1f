package dev.ipw.benchmarks.scoring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The translation of a regular expression for Python into Java's: named groups, the end of the text, braces that are
 * not counts, and brackets and ampersands inside a class. Letters and digits are those of Unicode, lines end in a line
 * feed.
 */
final class PythonPattern {
    private static final Pattern NAMED = Pattern.compile("\\(\\?P<(\\w{1,60})>");
    private static final Pattern REFERENCE = Pattern.compile("\\(\\?P=(\\w{1,60})\\)");
    private static final Pattern COUNT = Pattern.compile("\\{(\\d{0,9})(,?)(\\d{0,9})\\}");

    private final String source;
    private final StringBuilder written = new StringBuilder();
    private final Map<String, String> names = new LinkedHashMap<>();
    private int at;
    private int classStart = -1;

    private PythonPattern(String source) {
        this.source = source;
    }

    /**
     * Compiles an expression.
     *
     * @throws PatternSyntaxException if it is not an expression
     */
    static Pattern compile(String source, boolean ignoreCase) {
        PythonPattern python = new PythonPattern(source);
        while (python.at < source.length()) {
            python.step();
        }
        int flags = Pattern.UNIX_LINES | Pattern.UNICODE_CHARACTER_CLASS
                | (ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        return Pattern.compile(python.written.toString(), flags);
    }

    private void step() {
        char next = source.charAt(at);
        if (next == '\\' && at + 1 < source.length()) {
            escape(source.charAt(at + 1));
        } else if (classStart >= 0) {
            insideClass(next);
        } else if (next == '[') {
            classStart = at + (source.startsWith("[^", at) ? 2 : 1);
            written.append(source, at, classStart);
            at = classStart;
        } else if (next == '{') {
            brace();
        } else if (!named()) {
            written.append(next);
            at++;
        }
    }

    private void escape(char escaped) {
        boolean endOfText = classStart < 0 && escaped == 'Z';
        written.append('\\').append(endOfText ? 'z' : escaped);
        at += 2;
    }

    /** Translates a character inside a class. A closing bracket at its start is one of its characters. */
    private void insideClass(char next) {
        if (next == ']' && at > classStart) {
            classStart = -1;
            written.append(next);
        } else if (next == '[' || next == '&' || next == ']') {
            written.append('\\').append(next);
        } else {
            written.append(next);
        }
        at++;
    }

    private void brace() {
        Matcher count = COUNT.matcher(source).region(at, source.length());
        boolean counts = count.lookingAt() && at > 0
                && (!count.group(1).isEmpty() || (!count.group(2).isEmpty() && !count.group(3).isEmpty()));
        if (!counts) {
            written.append("\\{");
            at++;
            return;
        }
        String least = count.group(1).isEmpty() ? "0" : count.group(1);
        written.append('{').append(least).append(count.group(2)).append(count.group(3)).append('}');
        at = count.end();
    }

    /** Translates a named group. Java's names have no underscores, so each name becomes a number behind a letter. */
    private boolean named() {
        Matcher name = NAMED.matcher(source).region(at, source.length());
        if (name.lookingAt()) {
            String own = names.computeIfAbsent(name.group(1), key -> "n" + names.size());
            written.append("(?<").append(own).append('>');
            at = name.end();
            return true;
        }
        Matcher reference = REFERENCE.matcher(source).region(at, source.length());
        if (reference.lookingAt() && names.containsKey(reference.group(1))) {
            written.append("\\k<").append(names.get(reference.group(1))).append('>');
            at = reference.end();
            return true;
        }
        return false;
    }
}
