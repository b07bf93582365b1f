package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.LatexToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A lexer that cuts LaTeX into tokens, within bounds on its length, its digits and its commands. */
final class LatexLexer {
    static final int MAX_CHARACTERS = 4_096;
    static final int MAX_COMMANDS = 256;
    static final int MAX_CONSECUTIVE_DIGITS = 256;
    static final int MAX_DIGITS = 2_048;
    static final int MAX_NESTING = 64;
    private static final Set<String> OPENING = Set.of("(", "[", "{", "\\{");
    private static final Set<String> CLOSING = Set.of(")", "]", "}", "\\}");
    private static final int LONG_WORD = 4;
    private static final Pattern GROUPED = Pattern.compile("\\d{1,3}(?:,\\d{3}){1,80}(?!\\d)(?:\\.\\d+)?");
    private static final Pattern PLAIN = Pattern.compile("\\d+(?:\\.\\d+)?|\\.\\d+");
    private static final Pattern LETTERS = Pattern.compile("[A-Za-z]+");
    private static final Pattern NAME_IN_BRACES = Pattern.compile("\\s*\\{\\s*([A-Za-z][A-Za-z\\s]*)\\*?\\s*\\}");
    private static final List<String> DOUBLE_SIGNS = List.of("<=", ">=", "!=", "==", "**");

    private final String text;
    private final List<LatexToken> tokens = new ArrayList<>();
    private int at;
    private int nesting;
    private int brackets;
    private int commands;
    private int digits;

    private LatexLexer(String text) {
        this.text = text;
    }

    static List<LatexToken> tokens(String latex) {
        if (latex.length() > MAX_CHARACTERS) {
            throw new MathLimitException("has more than " + MAX_CHARACTERS + " characters");
        }
        LatexLexer lexer = new LatexLexer(LatexCleaning.clean(latex).strip().replaceFirst("[.,;]$", ""));
        while (lexer.at < lexer.text.length()) {
            lexer.next();
        }
        return lexer.tokens;
    }

    private void next() {
        char letter = text.charAt(at);
        if (Character.isWhitespace(letter) || letter == '~') {
            at++;
        } else if (letter == '\\') {
            command();
        } else if (isDigit(at) || (letter == '.' && isDigit(at + 1))) {
            number();
        } else if (Character.isLetter(letter)) {
            letters();
        } else {
            sign();
        }
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private void number() {
        Matcher grouped = GROUPED.matcher(text).region(at, text.length());
        Matcher plain = PLAIN.matcher(text).region(at, text.length());
        boolean isGrouped = grouped.lookingAt() && (brackets == 0 || grouped.group().contains(",0"));
        if (!isGrouped && !plain.lookingAt()) {
            throw new UnreadableMathException("A number cannot be read");
        }
        String number = isGrouped ? grouped.group().replace(",", "") : plain.group();
        int count = number.replace(".", "").length();
        digits += count;
        if (count > MAX_CONSECUTIVE_DIGITS || digits > MAX_DIGITS) {
            throw new MathLimitException("has too many digits");
        }
        at = isGrouped ? grouped.end() : plain.end();
        if (at < text.length() && text.charAt(at) == '.' && !isDigit(at + 1)) {
            at++;
        }
        add(Kind.NUMBER, number);
    }

    private void letters() {
        Matcher run = LETTERS.matcher(text).region(at, text.length());
        if (!run.lookingAt()) {
            add(Kind.LETTER, String.valueOf(text.charAt(at++)));
            return;
        }
        String letters = run.group();
        boolean apart = at == 0 || (!Character.isLetterOrDigit(text.charAt(at - 1))
                && "}_^".indexOf(text.charAt(at - 1)) < 0);
        boolean unit = LatexNames.SHORT_UNITS.contains(letters) && isUnitPlace();
        if (LatexNames.BARE_COMMANDS.contains(letters)) {
            at = run.end();
            addCommand(letters);
        } else if ((apart && letters.length() >= LONG_WORD) || isJoin(letters) || unit
                || LatexNames.PERCENT_WORDS.contains(letters)) {
            at = run.end();
            addWords(letters);
        } else {
            add(Kind.LETTER, letters.substring(0, 1));
            at++;
        }
    }

    private static boolean isJoin(String letters) {
        return letters.equals("and") || letters.equals("or");
    }

    private boolean isUnitPlace() {
        return (at > 0 && text.charAt(at - 1) == ' ' && !tokens.isEmpty()
                && (tokens.getLast().is(Kind.NUMBER) || tokens.getLast().isSign("}")))
                || (at > 0 && isDigit(at - 1) && tokens.size() == 1);
    }

    private void sign() {
        String sign = text.substring(at, at + 1);
        String two = at + 1 < text.length() ? text.substring(at, at + 2) : sign;
        if (DOUBLE_SIGNS.contains(two)) {
            at += 2;
            switch (two) {
                case "<=" -> addCommand("le");
                case ">=" -> addCommand("ge");
                case "!=" -> addCommand("ne");
                case "==" -> add(Kind.SIGN, "=");
                default -> add(Kind.SIGN, "^");
            }
            return;
        }
        at++;
        countBracket(sign);
        switch (sign) {
            case "*" -> addCommand("times");
            case "+", "-", "/", "(", ")", "[", "]", "{", "}", "^", "_", "|", ",", ";", ":", "<", ">", "=", "!", "%",
                    "&", "'" ->
                add(Kind.SIGN, sign);
            default -> throw new UnreadableMathException("The sign '" + sign + "' cannot be read");
        }
    }

    private void countBracket(String sign) {
        nesting += OPENING.contains(sign) ? 1 : CLOSING.contains(sign) ? -1 : 0;
        if (nesting > MAX_NESTING) {
            throw new MathLimitException("is nested more than " + MAX_NESTING + " deep");
        }
        if (sign.equals("(") || sign.equals("[") || sign.equals("\\{")) {
            brackets++;
        } else if (sign.equals(")") || sign.equals("]") || sign.equals("\\}")) {
            brackets--;
        }
    }

    private void command() {
        at++;
        Matcher run = LETTERS.matcher(text).region(at, text.length());
        if (run.lookingAt()) {
            at = run.end();
            named(run.group());
            return;
        }
        String sign = at < text.length() ? text.substring(at, at + 1) : "";
        at++;
        switch (sign) {
            case "{", "}" -> {
                countBracket("\\" + sign);
                add(Kind.SIGN, "\\" + sign);
            }
            case "\\" -> add(Kind.SIGN, "\\\\");
            case "%" -> add(Kind.SIGN, "%");
            case "|" -> add(Kind.SIGN, "|");
            case "", "!", ",", ";", ":", " ", "\n", ">", "(", ")", "[", "]" -> {
                // Spacing and the marks around mathematics have no meaning.
            }
            default -> throw new UnreadableMathException("The command '\\" + sign + "' cannot be read");
        }
    }

    private void named(String written) {
        String name = LatexNames.ALIASES.getOrDefault(written, written);
        if (LatexNames.IGNORED.contains(name)) {
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
            }
        } else if (LatexNames.TEXT.contains(name)) {
            textArgument();
        } else if (LatexNames.STYLES.contains(name) || LatexNames.ACCENTS.contains(name)) {
            styledArgument(name);
        } else if (name.equals("begin") || name.equals("end")) {
            environment(name);
        } else if (name.length() == 1 || name.startsWith("\\")) {
            countBracket(name);
            add(Kind.SIGN, name);
        } else {
            addCommand(name);
        }
    }

    private void textArgument() {
        int open = text.indexOf('{', at);
        int close = open < 0 ? -1 : text.indexOf('}', open);
        if (open < 0 || close < 0 || !text.substring(at, open).isBlank()) {
            throw new UnreadableMathException("Words without braces cannot be read");
        }
        String words = text.substring(open + 1, close).strip();
        boolean isWords = words.chars().noneMatch(Character::isDigit);
        at = isWords ? close + 1 : open;
        if (at == open) {
            commands++;
        } else if (!words.isEmpty()) {
            addWords(words);
        }
    }

    private void styledArgument(String style) {
        Matcher name = NAME_IN_BRACES.matcher(text).region(at, text.length());
        if (!name.lookingAt()) {
            if (LatexNames.ACCENTS.contains(style)) {
                throw new UnreadableMathException("The accent '" + style + "' cannot be read");
            }
            return;
        }
        String letters = name.group(1).strip();
        at = name.end();
        if (LatexNames.ACCENTS.contains(style)) {
            add(Kind.LETTER, style + "{" + letters + "}");
        } else if (LatexNames.FUNCTIONS.containsKey(letters)) {
            addCommand(letters);
        } else if (letters.length() == 1) {
            add(Kind.LETTER, letters);
        } else {
            addWords(letters);
        }
    }

    private void environment(String name) {
        Matcher environment = NAME_IN_BRACES.matcher(text).region(at, text.length());
        if (!environment.lookingAt()) {
            throw new UnreadableMathException("An environment without a name cannot be read");
        }
        at = environment.end();
        addCommand(name + ":" + environment.group(1));
    }

    private void addCommand(String name) {
        commands++;
        if (commands > MAX_COMMANDS) {
            throw new MathLimitException("has more than " + MAX_COMMANDS + " commands");
        }
        add(Kind.COMMAND, LatexNames.ALIASES.getOrDefault(name, name));
    }

    private void addWords(String words) {
        String first = words.split("\\s", 2)[0];
        boolean isScale = LatexNames.SCALES.containsKey(first) && !tokens.isEmpty() && tokens.getLast().is(Kind.NUMBER);
        if (LatexNames.PERCENT_WORDS.contains(words)) {
            add(Kind.SIGN, "%");
        } else if (isScale) {
            addCommand("times");
            add(Kind.NUMBER, LatexNames.SCALES.getOrDefault(first, "1"));
        } else {
            add(Kind.WORDS, words);
        }
    }

    private void add(Kind kind, String value) {
        tokens.add(new LatexToken(kind, value));
    }
}
