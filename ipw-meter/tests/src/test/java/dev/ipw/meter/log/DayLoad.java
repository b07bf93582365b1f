package dev.ipw.meter.log;

import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.SimulatedLoad;
import dev.ipw.meter.SimulatedMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * The requests of a day, of 20 models and 200 tenants: arrivals without memory, whose rate rises and falls once, with
 * pauses of two seconds after each 98 in which none starts; at most 60 at once. Four of them last a 24th of the day.
 */
final class DayLoad implements SimulatedLoad {
    static final int MODELS = 20;
    static final int TENANTS = 200;
    static final int MAX_OPEN = 60;

    private static final long SECOND = 1_000_000_000L;
    private static final long CYCLE_NANOS = 100 * SECOND;
    private static final long ACTIVE_NANOS = 98 * SECOND;
    private static final double SWING = 0.7;
    private static final int MAX_TOKENS = 19;
    private static final int HOURS = 24;
    private static final List<Integer> LONG_AT_HOURS = List.of(2, 8, 14, 20);

    private final long beginNanos;
    private final long lengthNanos;
    private final double requestsANano;
    private final PriorityQueue<Long> ends = new PriorityQueue<>();
    private long nextNanos;
    private int longRequests;
    private int mostOpen;

    DayLoad(long beginNanos, Duration length, long requests) {
        this.beginNanos = beginNanos;
        lengthNanos = length.toNanos();
        requestsANano = (double) requests / lengthNanos * CYCLE_NANOS / ACTIVE_NANOS;
        nextNanos = beginNanos;
    }

    /** Returns the maximum number of requests that were open at once since the last call. */
    int mostOpen() {
        int most = mostOpen;
        mostOpen = ends.size();
        return most;
    }

    @Override
    public List<Arrival> arrivals(long fromNanos, long untilNanos, int open, Random random) {
        List<Arrival> arrivals = new ArrayList<>();
        while (nextNanos < Math.min(untilNanos, beginNanos + lengthNanos)) {
            ends.removeIf(end -> end <= nextNanos);
            long sinceCycle = (nextNanos - beginNanos) % CYCLE_NANOS;
            if (ends.size() >= MAX_OPEN) {
                nextNanos = ends.element();
            } else if (sinceCycle >= ACTIVE_NANOS) {
                nextNanos += CYCLE_NANOS - sinceCycle;
            } else {
                arrivals.add(arrival(random));
                mostOpen = Math.max(mostOpen, ends.size());
                double rate = requestsANano
                        * (1 + SWING * Math.sin(2 * Math.PI * (nextNanos - beginNanos) / lengthNanos));
                nextNanos += (long) Math.ceil(-Math.log1p(-random.nextDouble()) / rate);
            }
        }
        return arrivals;
    }

    private Arrival arrival(Random random) {
        boolean isLong = longRequests < LONG_AT_HOURS.size()
                && nextNanos - beginNanos >= lengthNanos / HOURS * LONG_AT_HOURS.get(longRequests);
        longRequests += isLong ? 1 : 0;
        long tokens = isLong ? lengthNanos / HOURS / SimulatedMeter.TOKEN_NANOS : 1 + random.nextInt(MAX_TOKENS);
        ends.add(nextNanos + SimulatedMeter.FIRST_TOKEN_NANOS + (tokens - 1) * SimulatedMeter.TOKEN_NANOS);
        long input = 50 + random.nextInt(900);
        return new Arrival(nextNanos,
                RequestOrigin.of("model-" + random.nextInt(MODELS), "tenant-" + random.nextInt(TENANTS)),
                input * (0.9 + 0.2 * random.nextDouble()), input, tokens);
    }
}
