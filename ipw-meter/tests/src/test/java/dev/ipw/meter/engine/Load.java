package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineKind.Arrivals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The drawn requests of a simulated run, and when they are sent: at random, in bursts, one after the other by a number of
 * users, or one request of about an hour beside short ones.
 */
final class Load {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SHORTEST_SECONDS = 90;
    private static final double LONGEST_SECONDS = 400;
    private static final double HOUR_SECONDS = 3600;
    private static final int WISHED_REQUESTS = 60;
    private static final double MOST_SHORT_PER_SECOND = 1.5;
    private static final int USERS = 64;
    private static final int PREFIXES = 5;

    private final EngineProfile profile;
    private final EngineKind kind;
    private final Draw draw;
    private final double requestSeconds;
    private final List<Arrival> first = new ArrayList<>();
    private double endSeconds;
    private double thinkSeconds;
    private int requests;

    /**
     * Draws a load.
     *
     * @param profile the engine, whose speed decides the rate
     * @param kind    the kind of load
     * @param draw    the draws
     */
    Load(EngineProfile profile, EngineKind kind, Draw draw) {
        this.profile = profile;
        this.kind = kind;
        this.draw = draw;
        StepPhysics physics = new StepPhysics(profile);
        requestSeconds = physics.secondsOfRequest(kind.lengths(), Math.min(16, profile.scheduler().maxBatch()));
        switch (kind.arrivals()) {
            case POISSON -> atRandom(draw.magnitude(0.05, 0.9));
            case BURSTS -> inBursts(draw.magnitude(0.1, 0.8));
            case USERS -> ofUsers();
            case LONG_BESIDE_SHORT -> longBesideShort(physics);
        }
        first.sort(Comparator.comparingLong(Arrival::nanos));
    }

    /** A request that is sent at a time after the start. */
    record Arrival(long nanos, EngineRequest request) {}

    /** Returns the requests whose times do not depend on the engine, in order. */
    List<Arrival> first() {
        return List.copyOf(first);
    }

    /** Returns the next request of a user whose answer ended at a time after the start. */
    Optional<Arrival> next(long endedNanos) {
        double seconds = endedNanos / NANOS_PER_SECOND + draw.exponential(thinkSeconds);
        return kind.arrivals() == Arrivals.USERS && seconds < endSeconds
                ? Optional.of(arrival(seconds, 0))
                : Optional.empty();
    }

    private void atRandom(double use) {
        double rate = use / requestSeconds;
        endSeconds = Math.max(endSeconds,
                Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, WISHED_REQUESTS / rate)));
        for (double at = draw.exponential(1 / rate); at < endSeconds; at += draw.exponential(1 / rate)) {
            first.add(arrival(at, 0));
        }
    }

    private void inBursts(double use) {
        double size = draw.magnitude(3, 40);
        double rate = use / requestSeconds / size;
        endSeconds = Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, 10 / rate));
        for (double at = draw.exponential(1 / rate); at < endSeconds; at += draw.exponential(1 / rate)) {
            double within = at;
            for (int i = draw.count(size, 0.4, 4 * (int) size); i > 0; i--) {
                first.add(arrival(within, 0));
                within += draw.exponential(0.02);
            }
        }
    }

    private void ofUsers() {
        int users = (int) Math.round(draw.magnitude(1, USERS));
        thinkSeconds = draw.magnitude(0.05, 3);
        endSeconds = Math.max(SHORTEST_SECONDS,
                Math.min(LONGEST_SECONDS, WISHED_REQUESTS * (requestSeconds + thinkSeconds / users)));
        for (int i = 0; i < users; i++) {
            first.add(arrival(draw.exponential(thinkSeconds), 0));
        }
    }

    private void longBesideShort(StepPhysics physics) {
        endSeconds = HOUR_SECONDS;
        first.add(arrival(1, physics.tokensWithin(HOUR_SECONDS, kind.lengths())));
        atRandom(Math.min(draw.magnitude(0.02, 0.3), MOST_SHORT_PER_SECOND * requestSeconds));
    }

    /** Creates a request; its answer has the given length, or a drawn one if that is zero. */
    private Arrival arrival(double seconds, int answerTokens) {
        Lengths lengths = kind.lengths();
        int prompt = lengths.prompt(draw);
        int answer = answerTokens == 0 ? lengths.answer(draw) : answerTokens;
        List<Long> blocks = new ArrayList<>();
        if (profile.scheduler().cachesPrefixes() && draw.chance(0.7)) {
            int prefix = draw.below(PREFIXES);
            int common = (int) (prompt * draw.between(0.2, 0.95));
            for (int i = 0; i < common / EngineRequest.BLOCK_TOKENS; i++) {
                blocks.add((long) prefix << 32 | i);
            }
        }
        EngineRequest request = new EngineRequest("r" + requests++, prompt, answer, blocks,
                !draw.chance(kind.unstreamedShare()), profile.device().count());
        return new Arrival((long) (seconds * NANOS_PER_SECOND), request);
    }
}
