package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.Locale;

/** The languages in which the values of calls are written. */
enum SourceLanguage {
    /** Literals of Python, or JSON. */
    PYTHON,
    /** Literals and expressions of Java 8. */
    JAVA,
    /** Literals and expressions of JavaScript. */
    JAVASCRIPT;

    /** Reads the language of a record, its metadata {@code language}; Python if there is none. */
    static SourceLanguage of(DatasetRecord question) {
        return switch (String.valueOf(question.metadata().get("language")).toLowerCase(Locale.ROOT)) {
            case "java" -> JAVA;
            case "javascript" -> JAVASCRIPT;
            default -> PYTHON;
        };
    }
}
