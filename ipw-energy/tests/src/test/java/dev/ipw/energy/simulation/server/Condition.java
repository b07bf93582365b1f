package dev.ipw.energy.simulation.server;

/** The state of a board while a step runs; dataFactor is what the values in the step do to its power. */
record Condition(double clock, double clockPower, double leakWatts, double slowness, double dataFactor) {}
