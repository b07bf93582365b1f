package dev.ipw.energy;

/** Flag a limitation of a figure in joules. */
public enum EnergyFlag {
    /** The counter started anew, or rose by more than the device can draw; the joules of that step are not in the figure. */
    RESET,
    /** The counter passed its range inside the window; the figure accounts for it. */
    WRAP,
    /** Samples are missing inside the window. */
    GAP,
    /** The reading at an edge of the window came late, or took long: the edge is less certain than it looks. */
    LATE,
    /** Something held the device back: its joules do not compare with those of a free one. */
    THROTTLED,
    /** Part of the window, or of the devices, is not covered. */
    PARTIAL,
    /** The counter has not moved since the window ended: the figure and its upper bound may still grow. */
    PROVISIONAL,
    /**
     * The window is shorter than two steps of the counter; or it is a single query's or a measured task's that is shorter than
     * 2 s, or 20 steps, of a counter that moves about ten times a second: such figures read low.
     */
    SHORT,
    /** The sensor was lost. */
    LOST,
    /** The counter moves exactly as another one of the same source does: both may show the same joules, counted twice. */
    MIRRORED,
    /** Requests overlapped; the figure is a share of what the device used. */
    ATTRIBUTED,
    /**
     * Counter and power of the device disagree by more than a quarter, or its joules lie outside of what its idle power and
     * its limit allow.
     */
    INCONSISTENT,
    /** More than one process used the device meanwhile: the joules may not all be those of the model. */
    SHARED,
    /**
     * Another task was measured on the same session at the same time: the joules are those of both, and adding the figures
     * counts the time that they share twice.
     */
    OVERLAPPED
}
