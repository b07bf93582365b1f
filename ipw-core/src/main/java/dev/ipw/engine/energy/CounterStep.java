package dev.ipw.engine.energy;

/** Say how a reading of a counter follows an earlier one. */
enum CounterStep {
    /** It shows as much or more, by no more than the device can have used. */
    ROSE,
    /** It passed its range. */
    WRAPPED,
    /** It passed its range nobody knows how often. */
    UNSEEN,
    /** It can only have started anew, or one of the two readings is wrong. */
    ANEW
}
