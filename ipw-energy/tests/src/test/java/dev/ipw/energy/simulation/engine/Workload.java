package dev.ipw.energy.simulation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The requests of a trace: long-tailed lengths, and when each is sent. */
final class Workload {
    private final EngineSettings settings;
    private final SplittableRandom random;
    private final List<SimulatedRequest> requests = new ArrayList<>();
    private int sent;

    Workload(EngineSettings settings, SplittableRandom random) {
        this.settings = settings;
        this.random = random;
        for (int i = 0; i < settings.requests; i++) {
            requests.add(draw(i));
        }
    }

    List<SimulatedRequest> requests() {
        return requests;
    }

    /** Return the requests that are sent whatever the engine does: all in an open loop, one a client in a closed one. */
    List<SimulatedRequest> first(long startNanos) {
        double meanGap = settings.durationSeconds / settings.queueFactor / settings.requests;
        double at = 0;
        int clients = (int) Math.max(1, Math.round(settings.concurrency * settings.queueFactor));
        boolean closed = settings.load == EngineSettings.Load.CLOSED_LOOP;
        int count = closed ? Math.min(clients, requests.size()) : requests.size();
        int burstLeft = 0;
        for (int i = 0; i < count; i++) {
            if (closed) {
                at += random.nextDouble(0, 0.01);
            } else if (settings.load == EngineSettings.Load.POISSON) {
                at += random.nextExponential() * meanGap;
            } else if (burstLeft-- > 0) {
                at += random.nextExponential() * 0.002;
            } else {
                burstLeft = random.nextInt(4, 40);
                at += random.nextExponential() * meanGap * 22;
            }
            send(requests.get(i), startNanos + nanos(at));
        }
        sent = count;
        return requests.subList(0, count);
    }

    /** Return the request that a client sends after it had an answer, or none: an open loop, or all are sent. */
    List<SimulatedRequest> after(long deliveredNanos) {
        if (sent == requests.size()) {
            return List.of();
        }
        SimulatedRequest next = requests.get(sent++);
        double wait = settings.networkSeconds + settings.thinkSeconds * random.nextDouble(0, 2);
        send(next, deliveredNanos + nanos(wait));
        return List.of(next);
    }

    private void send(SimulatedRequest request, long nanos) {
        request.startNanos = nanos;
        request.engineStartNanos = nanos + nanos(settings.networkSeconds * random.nextDouble(0.5, 1.5));
    }

    private SimulatedRequest draw(int number) {
        int input = length(settings.meanInput, settings.inputSpread, 4);
        int output = length(settings.meanOutput, settings.outputSpread, 1);
        int cached = random.nextDouble() < settings.cacheHits
                ? (int) (input * random.nextDouble(0.2, 0.95)) / 16 * 16
                : 0;
        return new SimulatedRequest(number, input, output, cached, random.nextDouble() >= settings.missingShare);
    }

    private int length(double mean, double spread, int least) {
        double drawn = mean * Math.exp(spread * random.nextGaussian() - spread * spread / 2);
        return (int) Math.clamp(Math.round(drawn), least, Math.max(least, Math.round(8 * mean)));
    }

    static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
