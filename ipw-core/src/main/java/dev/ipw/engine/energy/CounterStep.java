package dev.ipw.engine.energy;

/** List how a reading of a counter may follow an earlier one. */
enum CounterStep {
    /** It shows as much or more, by no more than the device can have used. */
    ROSE,
    /** It passed its range. */
    WRAPPED,
    /** It wrapped an unknown number of times. */
    UNSEEN,
    /** It can only have started anew, or one of the two readings is wrong. */
    ANEW
}
