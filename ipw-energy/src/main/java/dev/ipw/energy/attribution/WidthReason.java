package dev.ipw.energy.attribution;

import java.util.Locale;
import org.apiguardian.api.API;

/** The main reason for the width of the bounds of shares. */
@API(status = API.Status.EXPERIMENTAL)
public enum WidthReason {
    /** Several laws of cost explain the device about equally well, and divide its joules differently. */
    LAWS("laws of cost that explain the device equally well divide its joules differently",
            "let the load vary between few and many requests at once, and compare requests of like lengths"),
    /** It is not certain in which steps of the engine the prompts were processed. */
    LAYOUT("it is uncertain in which steps prompts were processed",
            "log the cached tokens of prompts and when the server took each request up"),
    /** Many of the device's joules stay unexplained, or the run is short. */
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
     * Returns the advice on how to narrow the bounds.
     *
     * @return part of a sentence that begins with a verb
     */
    public String advice() {
        return advice;
    }

    /**
     * Returns the name used in files.
     *
     * @return its name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
