package dev.ipw.energy.simulation.server;

import java.util.ArrayList;
import java.util.List;

/** One request inside the server: what it asks, how far it has come, and the joules charged to it so far. */
final class Sequence {

    /** Tokens that left the engine together. */
    record Emission(double seconds, int tokens) {}

    final String id;
    final int user;
    final int inputTokens;
    final int targetTokens;
    final double sentSeconds;
    final List<Emission> emissions = new ArrayList<>();
    int lane;
    int adapter = -1;
    int prefixKey = -1;
    int prefixTokens;
    double acceptance;
    int cancelTokens = Integer.MAX_VALUE;
    double noticeSeconds;
    double arrivalSeconds;
    int cachedTokens;
    /** Tokens whose keys and values are held. */
    int context;
    /** Tokens that must be held before the next one can be made. */
    int promptTokens;
    int generated;
    double cancelSeconds = Double.POSITIVE_INFINITY;
    double finishedSeconds;
    double ownedJoules;
    double ownedPromptJoules;
    double shapleyJoules;

    Sequence(String id, int user, double sentSeconds, int inputTokens, int targetTokens) {
        this.id = id;
        this.user = user;
        this.sentSeconds = sentSeconds;
        this.inputTokens = inputTokens;
        this.targetTokens = targetTokens;
    }

    boolean answers() {
        return promptTokens > 0 && context >= promptTokens;
    }

    boolean done(double seconds) {
        return generated >= targetTokens || seconds >= cancelSeconds;
    }

    void emit(double seconds, int tokens) {
        generated += tokens;
        emissions.add(new Emission(seconds, tokens));
        if (generated >= cancelTokens && Double.isInfinite(cancelSeconds)) {
            cancelSeconds = seconds + noticeSeconds;
        }
    }

    void chargeOwned(double joules) {
        ownedJoules += joules;
        ownedPromptJoules += generated == 0 ? joules : 0;
    }
}
