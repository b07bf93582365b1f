package dev.ipw.energy;

/** Mark what a reader of a figure in joules should know about it. */
public enum EnergyFlag {
    /** The counter started anew inside the window; what it lost is not in the figure. */
    RESET,
    /** The counter passed its range inside the window; the figure accounts for it. */
    WRAP,
    /** A sample came much later than it was due. */
    LATE,
    /** Samples are missing inside the window. */
    GAP,
    /** The device ran slower than it could, for heat or power. */
    THROTTLED,
    /** Part of the window, or of the devices, is not covered. */
    PARTIAL,
    /** The window is shorter than two steps of the counter. */
    SHORT,
    /** Two devices report the same deltas and may be one. */
    MIRRORED,
    /** Other processes used the device. */
    SHARED,
    /** Counter and integrated power disagree. */
    INCONSISTENT,
    /** The sensor was lost. */
    LOST,
    /** The last counter step is still open. */
    PROVISIONAL,
    /** Requests overlapped; the figure is a share of what the device used. */
    ATTRIBUTED
}
