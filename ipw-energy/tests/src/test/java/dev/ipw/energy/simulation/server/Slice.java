package dev.ipw.energy.simulation.server;

/** The part of one request in one step, with the work that is its alone. */
record Slice(Sequence sequence, int tokens, boolean prompt, double flops, double bytes) {}
