package dev.ipw.meter.engine;

import dev.ipw.meter.engine.ScriptedEngine.Chunk;
import dev.ipw.meter.engine.ScriptedEngine.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A scripted engine that runs in real time, on a thread of its own: a step ends when its time is over, or later if the
 * machine is busy, and its devices idle until the next one. Its true joules hold in either case.
 */
final class LiveEngine implements AutoCloseable {
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final long PATIENCE_MILLIS = 100;
    private static final long STEPS_BETWEEN_DROPS = 10_000;

    private final ScriptedEngine engine;
    private final List<SensorReadings> sensors = new ArrayList<>();
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final Map<EngineRequest, Consumer<Chunk>> receivers = new HashMap<>();
    private final double[] requestJoules;
    private final Thread thread;
    private volatile boolean isClosed;

    private record Command(long nanos, Runnable action) {}

    /** Starts an engine. */
    LiveEngine(EngineProfile profile, long seed) {
        engine = new ScriptedEngine(profile, seed, System.nanoTime());
        for (int i = 0; i < engine.curves().size(); i++) {
            sensors.add(new SensorReadings(profile.sensor(), engine.curves().get(i), i, seed));
        }
        requestJoules = new double[TrueJoules.TRUTHS];
        thread = Thread.ofPlatform().name("scripted-engine").daemon().start(this::run);
    }

    /**
     * The joules of all devices so far.
     *
     * @param devicesJoules  all of them
     * @param idleJoules     those of the time without an open request
     * @param physicsJoules  those of all closed requests, by physics
     * @param shapleyJoules  those of all closed requests, by Shapley
     */
    record Totals(double devicesJoules, double idleJoules, double physicsJoules, double shapleyJoules) {}

    EngineProfile profile() {
        return engine.profile();
    }

    boolean fits(EngineRequest request) {
        return engine.fits(request);
    }

    /** Returns the sensor of each device. */
    List<SensorReadings> sensors() {
        return sensors;
    }

    /** Starts to serve a request; its chunks are received on the engine's thread. */
    void submit(EngineRequest request, Consumer<Chunk> receiver) {
        command(() -> {
            engine.open(request);
            engine.enqueue(request);
            receivers.put(request, receiver);
        });
    }

    /** Ends a request whose caller has its answer, or has gone away. Returns its true joules once they are final. */
    CompletableFuture<TrueJoules> finish(EngineRequest request) {
        CompletableFuture<TrueJoules> result = new CompletableFuture<>();
        command(() -> {
            engine.cancel(request);
            engine.close(request);
            receivers.remove(request);
            for (int truth = 0; truth < TrueJoules.TRUTHS; truth++) {
                requestJoules[truth] += request.joules().total(truth);
            }
            result.complete(request.joules());
        });
        return result;
    }

    /** Returns the joules so far. */
    CompletableFuture<Totals> totals() {
        return ask(() -> {
            double devices = 0;
            double idle = 0;
            for (int i = 0; i < sensors.size(); i++) {
                devices += engine.usedJoules(i);
                idle += engine.idleJoules(i);
            }
            return new Totals(devices, idle, requestJoules[TrueJoules.PHYSICS], requestJoules[TrueJoules.SHAPLEY]);
        });
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        command(() -> answer.complete(question.get()));
        return answer;
    }

    private void command(Runnable action) {
        commands.add(new Command(System.nanoTime(), action));
    }

    private void run() {
        long steps = 0;
        while (!isClosed) {
            obey();
            if (engine.hasWork()) {
                engine.idleUntil(System.nanoTime());
                Step step = engine.step();
                for (long rest = step.endNanos() - System.nanoTime(); rest > 0 && !isClosed; rest = step.endNanos()
                        - System.nanoTime()) {
                    LockSupport.parkNanos(rest);
                }
                deliver(step);
                if (++steps % STEPS_BETWEEN_DROPS == 0) {
                    engine.curves().forEach(curve -> curve.dropBefore(System.nanoTime() - KEPT_NANOS));
                }
            }
        }
    }

    /** Runs the commands that are there; waits for one if there is nothing else to do. */
    private void obey() {
        try {
            Command command = engine.hasWork()
                    ? commands.poll()
                    : commands.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            while (command != null) {
                engine.idleUntil(command.nanos());
                command.action().run();
                command = commands.poll();
            }
        } catch (InterruptedException stopped) {
            isClosed = true;
        }
    }

    private void deliver(Step step) {
        for (Chunk chunk : step.chunks()) {
            Consumer<Chunk> receiver = receivers.get(chunk.request());
            if (receiver != null) {
                receiver.accept(chunk);
            }
        }
    }

    /** Stops the engine; requests that are open get no more tokens. */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
