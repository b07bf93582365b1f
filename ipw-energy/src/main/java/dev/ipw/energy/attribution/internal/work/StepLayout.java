package dev.ipw.energy.attribution.internal.work;

import java.util.ArrayList;
import java.util.List;

/**
 * The way in which an engine fills its steps, as far as token times do not show it.
 *
 * @param firstTokenLag the number of steps between the last piece of a request's prompt and its first token
 * @param ownSteps      whether prompts are processed in steps of their own, while all others wait
 * @param byTime        whether the time that a prompt took gives the part of it that was processed, rather than its
 *                      length
 */
public record StepLayout(int firstTokenLag, boolean ownSteps, boolean byTime) {
    private static final int MAX_LAG = 2;

    /** Lists all layouts to try. */
    public static List<StepLayout> all() {
        List<StepLayout> all = new ArrayList<>();
        for (int lag = 0; lag <= MAX_LAG; lag++) {
            for (boolean own : new boolean[]{false, true}) {
                all.add(new StepLayout(lag, own, false));
                all.add(new StepLayout(lag, own, true));
            }
        }
        return all;
    }

    /** Returns the same layout with the processed part of a prompt given by its time. */
    public StepLayout timed() {
        return new StepLayout(firstTokenLag, ownSteps, true);
    }
}
