package dev.ipw.benchmarks.testlog;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parsers of results from the output of families of test programs. */
public enum LogParser {
    /** Pytest, with its short summary. */
    PYTEST(PytestLog::plain),
    /** Pytest, where parameters may be paths. */
    PYTEST_OPTIONS(PytestLog::withOptions),
    /** Pytest, older versions and coloured output too. */
    PYTEST_V2(PytestLog::anyVersion),
    /** Django's runner. */
    DJANGO(DjangoLog::results),
    /** Seaborn's pytest. */
    SEABORN(PytestLog::ofSeaborn),
    /** SymPy's runner. */
    SYMPY(SympyLog::results),
    /** Matplotlib's pytest. */
    MATPLOTLIB(PytestLog::ofMatplotlib);

    private static final String PREFIX = "parse_log_";

    private final Function<String, TestResults> reading;

    LogParser(Function<String, TestResults> reading) {
        this.reading = reading;
    }

    /**
     * Finds a parser by its name in datasets.
     *
     * @param name the name, such as {@code pytest_v2}, {@code parse_log_pytest_v2} or {@code PYTEST-V2}
     * @return the parser; empty if it is not known
     */
    public static Optional<LogParser> named(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        String own = plain.startsWith(PREFIX) ? plain.substring(PREFIX.length()) : plain;
        return Stream.of(values()).filter(parser -> parser.label().equals(own)).findFirst();
    }

    /**
     * Lists the names of all parsers.
     *
     * @return the names, separated by commas
     */
    public static String names() {
        return Stream.of(values()).map(LogParser::label).collect(Collectors.joining(", "));
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads results.
     *
     * @param log the output of the tests, and nothing else
     * @return the results, which may be empty
     */
    public TestResults parse(String log) {
        return reading.apply(log);
    }
}
