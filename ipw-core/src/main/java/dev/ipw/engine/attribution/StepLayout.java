package dev.ipw.engine.attribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Describe how an engine fills its steps, as far as stamps do not show it.
 *
 * @param firstTokenLag how many steps after the last piece of its prompt a request has its first token
 * @param ownSteps      whether prompts are worked through in steps of their own, while all others wait
 * @param byTime        whether the time that a prompt took says how much of it was worked through, rather than its length
 */
record StepLayout(int firstTokenLag, boolean ownSteps, boolean byTime) {
    private static final int MOST_LAG = 2;

    /** Lists all that are tried. */
    static List<StepLayout> all() {
        List<StepLayout> all = new ArrayList<>();
        for (int lag = 0; lag <= MOST_LAG; lag++) {
            for (boolean own : new boolean[]{false, true}) {
                all.add(new StepLayout(lag, own, false));
                all.add(new StepLayout(lag, own, true));
            }
        }
        return all;
    }

    /** Lets the time of a prompt say how much of it was worked through. */
    StepLayout timed() {
        return new StepLayout(firstTokenLag, ownSteps, true);
    }
}
