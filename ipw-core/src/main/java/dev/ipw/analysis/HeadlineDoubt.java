package dev.ipw.analysis;

/**
 * Hold how far the joules of a headline may be off, beside what chance does among the questions, as shares of them.
 *
 * @param below  how much less they may be, by what the devices' readings bound
 * @param above  how much more, likewise
 * @param unsure what shares that are not or not surely known leave open at 95 percent, to either side
 */
public record HeadlineDoubt(double below, double above, double unsure) {}
