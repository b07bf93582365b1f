package dev.ipw.meter.engine;

/** A kind of engine and load. What a kind does not fix is drawn. */
enum EngineKind {
    /** Chats that arrive at random. */
    CHAT(Arrivals.POISSON, Lengths.CHAT),
    /** Chats that arrive in bursts. */
    CHAT_BURSTS(Arrivals.BURSTS, Lengths.CHAT),
    /** Chats of 1 to 64 users, who ask again after each answer. */
    CHAT_USERS(Arrivals.USERS, Lengths.CHAT),
    /** Long prompts with short answers. */
    LONG_PROMPTS(Arrivals.POISSON, Lengths.LONG_PROMPTS),
    /** Answers with much reasoning. */
    REASONING(Arrivals.USERS, Lengths.REASONING),
    /** One request of about an hour beside many short ones. */
    HOUR_LONG(Arrivals.LONG_BESIDE_SHORT, Lengths.SHORT),
    /** Prompts that have steps of their own. */
    OWN_STEPS(Arrivals.POISSON, Lengths.CHAT),
    /** Speculative decoding. */
    SPECULATIVE(Arrivals.POISSON, Lengths.CHAT),
    /** Two devices that share each step. */
    TWO_DEVICES(Arrivals.POISSON, Lengths.CHAT),
    /** Prompts with common beginnings, whose cached tokens are reported. */
    CACHE_REPORTED(Arrivals.POISSON, Lengths.LONG_PROMPTS),
    /** Prompts with common beginnings, whose cached tokens are not reported. */
    CACHE_HIDDEN(Arrivals.POISSON, Lengths.LONG_PROMPTS),
    /** Too little memory, so that requests are computed again. */
    PREEMPTED(Arrivals.USERS, Lengths.CHAT),
    /** A third of the requests without streaming. */
    UNSTREAMED(Arrivals.POISSON, Lengths.CHAT),
    /** A sensor of power, a mean of 25 ms, instead of a counter. */
    POWER_25MS(Arrivals.POISSON, Lengths.CHAT),
    /** A sensor of power, a mean of a second, instead of a counter. */
    POWER_1S(Arrivals.POISSON, Lengths.CHAT);

    /** The times at which requests arrive. */
    enum Arrivals {
        POISSON, BURSTS, USERS, LONG_BESIDE_SHORT
    }

    private final Arrivals arrivals;
    private final Lengths lengths;

    EngineKind(Arrivals arrivals, Lengths lengths) {
        this.arrivals = arrivals;
        this.lengths = lengths;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    Lengths lengths() {
        return lengths;
    }

    /** Returns the share of requests whose answer comes as a whole. */
    double unstreamedShare() {
        return this == UNSTREAMED ? 0.33 : 0;
    }
}
