package dev.ipw.benchmarks.scoring;

import java.util.Locale;

/** A form of text that is equal for capital and small letters. */
final class CaseFolding {
    private CaseFolding() {}

    /** Folds a text. It is first changed to upper case, so that the German sharp s equals its two capitals. */
    static String fold(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    static String fold(String text, boolean ignoreCase) {
        return ignoreCase ? fold(text) : text;
    }
}
