package dev.ipw.energy.simulation.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * The log and the meter readings of a simulated engine on one board, and the joules that truly belong to each request. The
 * same kind and seed always give the same trace.
 *
 * <p>All requests' joules (of the one convention or the other), those not in the log, idle and foreign joules add up to
 * {@link #board()}'s joules.
 *
 * @param name                name of the kind
 * @param seed                seed that it was drawn from
 * @param requests            logged requests in the order of their numbers
 * @param readings            polls of the board in order of time
 * @param idleWatts           power of the board at rest
 * @param limitWatts          the most that the board draws
 * @param averagingSeconds    time over which a power reading is a mean, 0 for an instant; empty without power readings
 * @param truth               joules of each logged request by its id
 * @param unlogged            joules of the requests that the log leaves out
 * @param idleJoules          joules at times when no request was open
 * @param foreignJoules       joules of another process on the board
 * @param board               the power that truly flowed
 */
public record EngineTrace(String name, long seed, List<EngineRequest> requests, List<DeviceReading> readings,
        double idleWatts, double limitWatts, OptionalDouble averagingSeconds, Map<String, RequestTruth> truth,
        RequestTruth unlogged, double idleJoules, double foreignJoules, BoardPower board) {

    private static final long LEAD_NANOS = 2_000_000_000L;
    private static final long TAIL_NANOS = 5_000_000_000L;

    /** Return a trace of 100,000 requests over an hour, for the time and memory of finding shares. */
    public static EngineTrace scale(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EngineSettings settings = EngineSettings.draw(random);
        settings.load = EngineSettings.Load.POISSON;
        settings.requests = 100_000;
        settings.durationSeconds = 3_600;
        settings.concurrency = 32;
        settings.weightSeconds = 0.014;
        return generate("SCALE", seed, settings, random);
    }

    static EngineTrace generate(String name, long seed, EngineSettings settings, SplittableRandom random) {
        settings.derive();
        // some clocks count from boot, some from 1970
        long origin = new long[]{0, 302_000_000_000_000L, 1_790_000_000_000_000_000L}[random.nextInt(3)];
        PowerTimeline power = new PowerTimeline(origin, settings.idleWatts, settings.lagSeconds);
        ForeignLoad foreign = new ForeignLoad(settings, origin, random.split());
        Workload workload = new Workload(settings, random.split());
        EngineSimulation engine = new EngineSimulation(settings, workload, power, foreign, random.split());
        engine.run(LEAD_NANOS, TAIL_NANOS);
        foreign.endAt(power.endNanos());
        ClientLog log = new ClientLog(settings, engine, random.split());
        List<EngineRequest> requests = new ArrayList<>();
        for (SimulatedRequest request : workload.requests()) {
            EngineRequest logged = log.log(request);
            if (request.logged) {
                requests.add(logged);
            }
        }
        double idle = GapShares.charge(engine.gaps(), workload.requests());
        Map<String, RequestTruth> truth = new LinkedHashMap<>();
        RequestTruth unlogged = RequestTruth.NONE;
        for (SimulatedRequest request : workload.requests()) {
            if (request.logged) {
                truth.put("r" + request.number, request.truth());
            } else {
                unlogged = unlogged.plus(request.truth());
            }
        }
        BoardPower board = new BoardPower(power, foreign.power());
        List<DeviceReading> readings = new BoardMeter(settings, board, random.split()).readings();
        OptionalDouble averaging = settings.hasPower
                ? OptionalDouble.of(settings.averagingSeconds)
                : OptionalDouble.empty();
        return new EngineTrace(name, seed, requests, readings, settings.idleWatts, settings.limitWatts, averaging,
                truth,
                unlogged, idle, foreign.joules(), board);
    }

    /** Return the gross joules of all requests, logged or not. */
    public double requestJoules() {
        return truth.values().stream().mapToDouble(RequestTruth::grossJoules).sum() + unlogged.grossJoules();
    }

    /** Return the joules that belong to no logged request though the board was not idle. */
    public double otherJoules() {
        return unlogged.grossJoules() + foreignJoules;
    }

    @Override
    public String toString() {
        return name + " seed " + seed;
    }
}
