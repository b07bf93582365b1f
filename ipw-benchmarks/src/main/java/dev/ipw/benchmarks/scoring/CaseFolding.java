package dev.ipw.benchmarks.scoring;

import java.util.Locale;

/** Bring text into a form that is equal for capital and small letters. */
final class CaseFolding {
    private CaseFolding() {}

    /** Folds a text. Upper case comes first, so that the German sharp s meets its two capitals. */
    static String fold(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    static String fold(String text, boolean ignoreCase) {
        return ignoreCase ? fold(text) : text;
    }
}
