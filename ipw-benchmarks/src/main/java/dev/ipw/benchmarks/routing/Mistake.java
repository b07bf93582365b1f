package dev.ipw.benchmarks.routing;

import java.util.Locale;

/** The model to which a router sends a question when it decides wrongly. */
enum Mistake {
    /** The large model, the choice of routers that are not sure: the cost is the same as without a router. */
    LARGE("else to the large model"),
    /**
     * The wrong model: a question that a smaller model answers goes to the large one, any other question to the
     * smallest.
     */
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
