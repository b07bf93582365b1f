package dev.ipw.telemetry.remote;

import java.io.Serial;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A parser of one line of a page, from left to right. */
final class SeriesLine {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final Set<String> NO_NUMBER = Set.of("nan", "inf", "+inf", "-inf", "infinity", "+infinity",
            "-infinity");
    private static final int MAX_LABELS = 64;

    private static final int SECOND = 9;
    private static final int MILLISECOND = 6;
    /** The year 2200, up to which nanoseconds since 1970 fit. */
    private static final double MAX_EPOCH_NANOS = 7.3e18;

    private final String line;
    private final int powerOfNanos;
    private int at;

    private SeriesLine(String line, boolean openMetrics) {
        this.line = line;
        powerOfNanos = openMetrics ? SECOND : MILLISECOND;
    }

    /**
     * Reads a line.
     *
     * @param openMetrics true if times are in seconds, false if in milliseconds
     * @param wanted      returns whether the lines of a metric are kept
     * @return the series; empty for a comment, an empty line, an unwanted metric and a value that is not a number
     */
    static Optional<Series> parse(String line, boolean openMetrics, Predicate<String> wanted)
            throws MalformedLineException {
        return new SeriesLine(line, openMetrics).parse(wanted);
    }

    private Optional<Series> parse(Predicate<String> wanted) throws MalformedLineException {
        skipBlanks();
        // A quoted name stands inside the braces; no known metric has one.
        if (atEnd() || line.charAt(at) == '#' || line.charAt(at) == '{') {
            return Optional.empty();
        }
        String metric = name(true);
        if (atEnd() || (line.charAt(at) != '{' && !isBlank(line.charAt(at)))) {
            throw new MalformedLineException("no value follows its name");
        }
        if (!wanted.test(metric)) {
            return Optional.empty();
        }
        skipBlanks();
        Map<String, String> labels = !atEnd() && line.charAt(at) == '{' ? labels() : Map.of();
        String value = word();
        String timestamp = word();
        if (!timestamp.isEmpty() && !timestamp.startsWith("#") && !NUMBER.matcher(timestamp).matches()) {
            throw new MalformedLineException("its time is no number");
        }
        OptionalLong time = time(timestamp);
        return number(value).map(read -> new Series(metric, labels, read, time));
    }

    private OptionalLong time(String timestamp) {
        if (timestamp.isEmpty() || timestamp.startsWith("#")) {
            return OptionalLong.empty();
        }
        BigDecimal nanos = new BigDecimal(timestamp).scaleByPowerOfTen(powerOfNanos);
        boolean fits = nanos.signum() > 0 && nanos.doubleValue() < MAX_EPOCH_NANOS;
        return fits ? OptionalLong.of(nanos.longValue()) : OptionalLong.empty();
    }

    private Map<String, String> labels() throws MalformedLineException {
        Map<String, String> labels = new HashMap<>();
        at++;
        skipBlanks();
        while (!skip('}')) {
            String label = name(false);
            skipBlanks();
            require('=');
            skipBlanks();
            require('"');
            if (labels.put(label, quoted()) != null || labels.size() > MAX_LABELS) {
                throw new MalformedLineException("a label comes twice, or there are more than " + MAX_LABELS);
            }
            skipBlanks();
            if (!skip(',') && (atEnd() || line.charAt(at) != '}')) {
                throw new MalformedLineException("its labels do not end");
            }
            skipBlanks();
        }
        return labels;
    }

    private String quoted() throws MalformedLineException {
        StringBuilder text = new StringBuilder();
        while (!atEnd()) {
            char next = line.charAt(at++);
            if (next == '"') {
                return text.toString();
            }
            if (next == '\\' && !atEnd()) {
                char escaped = line.charAt(at++);
                switch (escaped) {
                    case 'n' -> text.append('\n');
                    case '"', '\\' -> text.append(escaped);
                    default -> text.append(next).append(escaped);
                }
            } else {
                text.append(next);
            }
        }
        throw new MalformedLineException("a label's value does not end");
    }

    private String name(boolean colons) throws MalformedLineException {
        int start = at;
        while (!atEnd() && isNameCharacter(line.charAt(at), at > start, colons)) {
            at++;
        }
        if (at == start) {
            throw new MalformedLineException("a name is missing");
        }
        return line.substring(start, at);
    }

    private static boolean isNameCharacter(char one, boolean digits, boolean colons) {
        boolean letter = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_';
        boolean digit = one >= '0' && one <= '9';
        return letter || (digits && digit) || (colons && one == ':');
    }

    private static Optional<Double> number(String text) throws MalformedLineException {
        if (NO_NUMBER.contains(text.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        if (!NUMBER.matcher(text).matches()) {
            throw new MalformedLineException("its value is no number");
        }
        return Optional.of(Double.valueOf(text)).filter(Double::isFinite);
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (!atEnd() && !isBlank(line.charAt(at))) {
            at++;
        }
        return line.substring(start, at);
    }

    private void require(char expected) throws MalformedLineException {
        if (!skip(expected)) {
            throw new MalformedLineException("a label's " + expected + " is missing");
        }
    }

    private boolean skip(char expected) {
        boolean there = !atEnd() && line.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void skipBlanks() {
        while (!atEnd() && isBlank(line.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char one) {
        return one == ' ' || one == '\t';
    }

    private boolean atEnd() {
        return at == line.length();
    }

    /** The failure of a line that is not a metric. */
    static final class MalformedLineException extends Exception {
        @Serial
        private static final long serialVersionUID = 1L;

        MalformedLineException(String message) {
            super(message);
        }
    }
}
