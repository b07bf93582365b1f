package dev.ipw.energy.internal;

/** The ways in which a reading of a counter may follow an earlier one. */
enum CounterStep {
    /** It shows the same or more, by at most the energy that the device can have used. */
    ROSE,
    /** It passed its range. */
    WRAPPED,
    /** It wrapped an unknown number of times. */
    UNSEEN,
    /** It can only have restarted, or one of the two readings is wrong. */
    ANEW
}
