package dev.ipw.engine.analysis;

/**
 * Hold the relative error of a headline's joules, besides the chance among the questions.
 *
 * @param below  how much less they may be, by what the devices' readings bound
 * @param above  how much more, likewise
 * @param unsure what shares that are not or not surely known leave open at 95 percent, to either side
 */
public record HeadlineDoubt(double below, double above, double unsure) {}
