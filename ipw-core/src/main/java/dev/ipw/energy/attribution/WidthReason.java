package dev.ipw.energy.attribution;

import java.util.Locale;

/** The main reason why the bounds of shares are as wide as they are. */
public enum WidthReason {
    /** Several laws of cost explain the device about equally well, and divide its joules differently. */
    LAWS("laws of cost that explain the device equally well divide its joules differently",
            "let the load vary between few and many requests at once, and compare requests of like lengths"),
    /** It is not certain in which steps of the engine the prompts were processed. */
    LAYOUT("it is uncertain in which steps prompts were processed",
            "log the cached tokens of prompts and when the server took each request up"),
    /** Much of what the device used stays unexplained, or the run is short. */
    NOISE("too much of the joules stays unexplained",
            "measure for longer, and keep other programs off the device"),
    /** The log or the readings are incomplete. */
    COVERAGE("the log or the readings are incomplete",
            "log all requests with their token counts and the times of their tokens");

    private final String words;
    private final String advice;

    WidthReason(String words, String advice) {
        this.words = words;
        this.advice = advice;
    }

    /**
     * Returns the reason in words.
     *
     * @return part of a sentence
     */
    public String words() {
        return words;
    }

    /**
     * Returns what would narrow the bounds.
     *
     * @return part of a sentence that begins with a verb
     */
    public String advice() {
        return advice;
    }

    /**
     * Names it as files do.
     *
     * @return its name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
