package dev.ipw.energy.simulation.server;

/** A sort of request by its usual sizes (medians, and the spreads of their logarithms). */
record Profile(double inputTokens, double inputSpread, double outputTokens, double outputSpread) {

    static final Profile CHAT = new Profile(500, 0.9, 180, 0.7);
    static final Profile BATCH = new Profile(800, 0.4, 320, 0.4);
    static final Profile ONE_TOKEN = new Profile(350, 0.8, 1, 0);
    static final Profile DOCUMENT = new Profile(14_000, 0.6, 160, 0.6);
    static final Profile RETRIEVAL = new Profile(3000, 0.4, 110, 0.6);
    static final Profile REASONING = new Profile(200, 0.6, 500, 0.6);
}
