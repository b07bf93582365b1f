package dev.ipw.meter.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * A run of an engine in simulated time: the events of its requests as a gateway sees them, and the joules of its
 * devices.
 *
 * @param kind     the kind
 * @param seed     the seed from which everything is drawn
 * @param engine   the engine at the end, with the joules of its devices
 * @param requests the requests, in the order in which they were sent
 * @param sensors  the sensor of each device
 * @param steps    the steps of the engine; empty unless they were to be kept
 * @param endNanos the end, some seconds after the last answer
 */
record EngineRun(EngineKind kind, long seed, ScriptedEngine engine, List<SeenRequest> requests,
        List<SensorReadings> sensors, List<ScriptedEngine.Step> steps, long endNanos) {
    /** The time at which a simulated run starts. */
    static final long START_NANOS = 1_000_000_000_000L;

    private static final long TAIL_NANOS = 5_000_000_000L;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Draws and runs an engine. */
    static EngineRun of(EngineKind kind, long seed) {
        return new Simulation(kind, seed, drawn(kind, seed), false).run();
    }

    /** Draws an engine. */
    static EngineProfile drawn(EngineKind kind, long seed) {
        return EngineProfile.draw(draw(kind, seed).split(), kind);
    }

    private static Draw draw(EngineKind kind, long seed) {
        return new Draw(seed * EngineKind.values().length + kind.ordinal());
    }

    /** Runs an engine, and keeps its steps. */
    static EngineRun withSteps(EngineKind kind, long seed, EngineProfile profile) {
        return new Simulation(kind, seed, profile, true).run();
    }

    /**
     * A request as a gateway sees it.
     *
     * @param request     the request, with its true joules
     * @param startNanos  when it was sent
     * @param queuedNanos when the engine put it into its queue
     * @param chunkNanos  when each chunk of its answer arrived
     * @param chunkTokens the tokens of each
     * @param endNanos    when its answer was complete
     * @param cached      the cached tokens that the server reported
     */
    record SeenRequest(EngineRequest request, long startNanos, long queuedNanos, long[] chunkNanos, int[] chunkTokens,
            long endNanos, OptionalLong cached) {}

    /** The clock and the events of a run. */
    private static final class Simulation {
        private final EngineKind kind;
        private final long seed;
        private final ScriptedEngine engine;
        private final Load load;
        private final Draw network;
        private final double hostMillis;
        private final double wireMillis;
        private final boolean keepsSteps;
        private final long sensorSeed;
        private final PriorityQueue<Event> events = new PriorityQueue<>(
                Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
        private final Map<EngineRequest, Seen> seen = new HashMap<>();
        private final List<SeenRequest> ended = new ArrayList<>();
        private final List<ScriptedEngine.Step> steps = new ArrayList<>();
        private long number;

        Simulation(EngineKind kind, long seed, EngineProfile profile, boolean keepsSteps) {
            this.kind = kind;
            this.seed = seed;
            this.keepsSteps = keepsSteps;
            Draw draw = draw(kind, ~seed);
            engine = new ScriptedEngine(profile, draw.seed(), START_NANOS);
            load = new Load(profile, kind, draw.split());
            network = draw.split();
            hostMillis = draw.between(0.3, 4);
            wireMillis = draw.between(0.05, 1.5);
            sensorSeed = draw.seed();
        }

        private record Event(long nanos, long number, Runnable action) {}

        private static final class Seen {
            private final long startNanos;
            private long queuedNanos;
            private long lastNanos;
            private final List<Long> chunkNanos = new ArrayList<>();
            private final List<Integer> chunkTokens = new ArrayList<>();

            Seen(long startNanos) {
                this.startNanos = startNanos;
            }
        }

        EngineRun run() {
            load.first().forEach(this::schedule);
            while (!events.isEmpty() || engine.hasWork()) {
                while (!events.isEmpty() && events.element().nanos() <= engine.nanos()) {
                    events.remove().action().run();
                }
                if (engine.hasWork()) {
                    ScriptedEngine.Step step = engine.step();
                    if (keepsSteps) {
                        steps.add(step);
                    }
                    step.chunks().forEach(chunk -> send(chunk, step.endNanos()));
                } else if (!events.isEmpty()) {
                    engine.idleUntil(events.element().nanos());
                }
            }
            engine.idleUntil(engine.nanos() + TAIL_NANOS);
            List<SensorReadings> sensors = new ArrayList<>();
            for (int i = 0; i < engine.curves().size(); i++) {
                sensors.add(new SensorReadings(engine.profile().sensor(), engine.curves().get(i), i, sensorSeed));
            }
            ended.sort(Comparator.comparingLong(SeenRequest::startNanos));
            return new EngineRun(kind, seed, engine, List.copyOf(ended), sensors, List.copyOf(steps), engine.nanos());
        }

        private void at(long nanos, Runnable action) {
            events.add(new Event(nanos, number++, action));
        }

        private void schedule(Load.Arrival arrival) {
            EngineRequest request = arrival.request();
            long start = START_NANOS + arrival.nanos();
            Seen view = new Seen(start);
            view.queuedNanos = start + millis(hostMillis);
            seen.put(request, view);
            at(start, () -> engine.open(request));
            at(view.queuedNanos, () -> {
                if (engine.fits(request)) {
                    engine.enqueue(request);
                } else {
                    engine.close(request);
                    seen.remove(request);
                }
            });
        }

        private void send(ScriptedEngine.Chunk chunk, long madeNanos) {
            EngineRequest request = chunk.request();
            Seen view = Objects.requireNonNull(seen.get(request));
            view.lastNanos = Math.max(view.lastNanos + 1, madeNanos + millis(wireMillis));
            if (chunk.tokens() > 0) {
                view.chunkNanos.add(view.lastNanos);
                view.chunkTokens.add(chunk.tokens());
            }
            if (chunk.isLast()) {
                long end = view.lastNanos + millis(0.1);
                at(end, () -> end(request, view, end));
            }
        }

        private void end(EngineRequest request, Seen view, long nanos) {
            engine.close(request);
            boolean reports = engine.profile().scheduler().reportsCached();
            ended.add(new SeenRequest(request, view.startNanos, view.queuedNanos,
                    view.chunkNanos.stream().mapToLong(Long::longValue).toArray(),
                    view.chunkTokens.stream().mapToInt(Integer::intValue).toArray(), nanos,
                    reports ? OptionalLong.of(request.cached()) : OptionalLong.empty()));
            seen.remove(request);
            load.next(nanos - START_NANOS).ifPresent(this::schedule);
        }

        private long millis(double mean) {
            return (long) (NANOS_PER_MILLI * (mean / 2 + network.exponential(mean / 2)));
        }
    }
}
