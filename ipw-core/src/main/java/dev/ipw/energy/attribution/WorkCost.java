package dev.ipw.energy.attribution;

import java.util.Locale;

/**
 * Hold the cost of one kind of work on a device.
 *
 * @param kind          of work
 * @param joules        of a unit of it
 * @param standardError of the joules, from fits to blocks of the run drawn anew
 * @param inflation     how many times the variance of the cost is as large as it would be if no other kind of work went along with
 *                      this one; 1 at least
 */
public record WorkCost(Kind kind, double joules, double standardError, double inflation) {
    /** Name kinds of work. */
    public enum Kind {
        /** A step of the engine, whatever is in it. */
        ENGINE_STEP,
        /** A prompt token worked through. */
        PROMPT_TOKEN,
        /** A pass through the model that makes a request's next token or tokens. */
        PASS,
        /** A token of context that a pass reads. */
        CONTEXT_TOKEN,
        /** A pair of prompt tokens that look at each other. */
        PROMPT_PAIR;

        /**
         * Name it as files do.
         *
         * @return its name in lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
