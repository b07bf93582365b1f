package dev.ipw;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A model server with continuous batching that knows the joules of each request. A step has a cost of its own, divided
 * equally over the requests in it; the work of a prompt and of a token belongs to its request. Idle power is used only
 * between steps.
 */
final class BatchedServer {
    private static final long MILLI = 1_000_000L;
    private static final double IDLE_WATTS = 60;
    private static final double STEP_JOULES = 2.5;
    private static final double TOKEN_JOULES = 0.3;
    private static final double PROMPT_TOKEN_JOULES = 0.012;

    private final List<Served> requests = new ArrayList<>();
    // Joules since the start by time, at the ends of steps and of pauses.
    private final TreeMap<Long, Double> joules = new TreeMap<>();
    private long now;

    /** A request, with the times of its tokens and its true joules. */
    static final class Served {
        final int number;
        final long startNanos;
        final int promptTokens;
        final int answerTokens;
        final List<Long> tokenNanos = new ArrayList<>();
        double joules;

        Served(int number, long startNanos, int promptTokens, int answerTokens) {
            this.number = number;
            this.startNanos = startNanos;
            this.promptTokens = promptTokens;
            this.answerTokens = answerTokens;
        }

        long endNanos() {
            return tokenNanos.getLast();
        }
    }

    /** Serves requests that arrive at random, from a second after the start. */
    static BatchedServer serve(int count, double perSecond, long seed) {
        BatchedServer server = new BatchedServer();
        SplittableRandom random = new SplittableRandom(seed);
        double arrival = 1e9;
        for (int number = 0; number < count; number++) {
            arrival -= Math.log(1 - random.nextDouble()) / perSecond * 1e9;
            server.requests.add(new Served(number, (long) arrival, random.nextInt(50, 400), random.nextInt(20, 90)));
        }
        server.run();
        return server;
    }

    private void run() {
        joules.put(0L, 0.0);
        List<Served> waiting = new ArrayList<>(requests);
        List<Served> running = new ArrayList<>();
        while (!waiting.isEmpty() || !running.isEmpty()) {
            if (running.isEmpty() && waiting.getFirst().startNanos > now) {
                advance(waiting.getFirst().startNanos - now, IDLE_WATTS * (waiting.getFirst().startNanos - now) / 1e9);
            }
            while (!waiting.isEmpty() && waiting.getFirst().startNanos <= now) {
                running.add(waiting.removeFirst());
            }
            step(running);
            running.removeIf(request -> request.tokenNanos.size() == request.answerTokens);
        }
        advance(2000 * MILLI, IDLE_WATTS * 2);
    }

    private void step(List<Served> members) {
        double used = STEP_JOULES;
        long nanos = 9 * MILLI;
        for (Served member : members) {
            double own = member.tokenNanos.isEmpty() ? member.promptTokens * PROMPT_TOKEN_JOULES : TOKEN_JOULES;
            nanos += member.tokenNanos.isEmpty() ? member.promptTokens * MILLI / 40 : MILLI / 2;
            member.joules += own + STEP_JOULES / members.size();
            used += own;
        }
        advance(nanos, used);
        members.forEach(member -> member.tokenNanos.add(now));
    }

    private void advance(long nanos, double used) {
        double before = joules.lastEntry().getValue();
        now += nanos;
        joules.put(now, before + used);
    }

    List<Served> requests() {
        return requests;
    }

    long endNanos() {
        return now;
    }

    /** Returns the joules from the start up to a moment. */
    double joulesAt(long nanos) {
        var before = joules.floorEntry(nanos);
        var after = joules.ceilingEntry(nanos);
        return before == null || after == null || before.getKey().equals(after.getKey())
                ? (before == null ? 0 : before.getValue())
                : before.getValue() + (after.getValue() - before.getValue()) * (nanos - before.getKey())
                        / (after.getKey() - before.getKey());
    }
}
