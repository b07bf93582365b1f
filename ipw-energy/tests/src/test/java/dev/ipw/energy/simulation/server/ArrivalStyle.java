package dev.ipw.energy.simulation.server;

/** How requests come: by themselves, in bursts, after a user has read the last answer, or as soon as the last one is done. */
enum ArrivalStyle {
    POISSON, BURSTS, CLOSED_LOOP, BATCH_JOB
}
