package dev.ipw.energy.attribution.internal.work;

/**
 * The durations by which the steps that processed prompts are found.
 *
 * @param usual         the duration of a step without prompts
 * @param longest       the longest excess over it that several steps nearly reach
 * @param nanosPerToken the duration of a prompt token
 * @param isBlurred     whether prompts lengthen steps by little more than the steps' own variation
 */
public record PromptTimes(UsualNanos usual, double longest, double nanosPerToken, boolean isBlurred) {
    /** Returns whether hardly any step was without prompts, so that the usual duration had to be extrapolated. */
    public boolean isExtrapolated() {
        return usual.isExtrapolated();
    }
}
