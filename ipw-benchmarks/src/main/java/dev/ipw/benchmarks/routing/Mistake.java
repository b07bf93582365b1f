package dev.ipw.benchmarks.routing;

import java.util.Locale;

/** Where a router sends a question about which it decides wrongly. */
enum Mistake {
    /** To the large model, as routers do that are not sure: it costs what it would without a router. */
    LARGE("else to the large model"),
    /** The wrong way: what a smaller model answers goes to the large one, and the rest to the smallest. */
    EITHER("else the wrong way");

    private final String words;

    Mistake(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the place of the model that a wrong decision chooses. */
    int place(RoutedQuestion question) {
        return this == LARGE || question.isRightSmall() ? question.large() : 0;
    }
}
