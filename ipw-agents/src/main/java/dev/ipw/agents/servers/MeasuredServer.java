package dev.ipw.agents.servers;

import dev.ipw.energy.EnergyReading;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.internal.EnergyTree;
import dev.ipw.telemetry.Measured;
import dev.ipw.telemetry.MeasuredTask;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetryWindow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The energy of loading a model, and the power of the machine while the model is loaded and idle.
 *
 * @param server  the server
 * @param loading from the start of its process until it had answered a request with a token
 * @param idle    a quiet time after that; empty if none was requested
 */
public record MeasuredServer(ServerRecord server, TelemetryWindow loading, Optional<TelemetryWindow> idle) {
    private static final String FILE = "server.json";
    private static final long FORMAT = 1;
    private static final long MAX_BYTES = 4 << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Returns whether the server's process is running.
     *
     * @return false if it has ended
     */
    public boolean isAlive() {
        return server.process().find().isPresent();
    }

    /**
     * Starts a server, waits until it is ready, and then for a quiet time. If that fails, the server is stopped.
     *
     * @param servers   starts it
     * @param plan      the command
     * @param longest   the maximum time until it is ready
     * @param quiet     the duration of the idle measurement; zero to skip it
     * @param telemetry reads the sensors
     * @param progress  receives sentences for a person
     * @return the running server, which the caller must stop, and its measurements
     * @throws dev.ipw.error.IpwException if it cannot be started or does not become ready
     * @throws InterruptedException       if the thread is interrupted
     */
    public static MeasuredServer start(ModelServers servers, ServerPlan plan, Duration longest, Duration quiet,
            TelemetrySession telemetry, Consumer<String> progress) throws InterruptedException {
        List<ServerRecord> begun = new ArrayList<>();
        MeasuredTask<ServerRecord, InterruptedException> load = () -> {
            begun.add(servers.start(plan));
            servers.awaitReady(begun.getFirst(), longest, progress);
            return begun.getFirst();
        };
        try {
            Measured<ServerRecord> loaded = telemetry.measure(load);
            Optional<TelemetryWindow> idle = quiet.isPositive()
                    ? Optional.of(telemetry.measure(() -> Thread.sleep(quiet)).window())
                    : Optional.empty();
            return new MeasuredServer(loaded.value(), loaded.window(), idle);
        } catch (RuntimeException | Error | InterruptedException failed) {
            begun.forEach(started -> stop(servers, started, failed));
            throw failed;
        }
    }

    private static void stop(ModelServers servers, ServerRecord started, Throwable failed) {
        try {
            servers.stopSurely(started);
        } catch (IpwException left) {
            failed.addSuppressed(left);
        }
    }

    /**
     * Returns the mean idle power.
     *
     * @return watts; empty if no sensor reported them
     */
    public OptionalDouble idleWatts() {
        return idle.isPresent() ? idle.get().watts() : OptionalDouble.empty();
    }

    /**
     * Stores the measurements in the folder of a run, after those of earlier servers of the same run.
     *
     * @param run the folder
     * @return the file
     * @throws InputException if it cannot be written, or an earlier one cannot be read
     */
    public Path keep(Path run) {
        Path file = run.resolve(FILE);
        List<Object> all = new ArrayList<>();
        if (Files.exists(file)) {
            TreeReader.ofJson(file.toString(), new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8))
                    .children("servers").forEach(earlier -> all.add(earlier.asMap()));
        }
        all.add(tree());
        AtomicFile.write(file, TreeBuilder.object().put("format", FORMAT).put("servers", all).prettyJson()
                .getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private Map<String, @Nullable Object> tree() {
        return TreeBuilder.object().put("kind", server.spec().kind().id()).put("model", server.spec().model())
                .put("served_model", server.spec().servedModel()).put("port", (long) server.port())
                .put("started", server.started().toString()).put("command", server.command())
                .put("gpus", server.gpus()).put("loading", window(loading))
                .put("idle", idle.map(known -> idle(known).build())).build();
    }

    private static TreeBuilder window(TelemetryWindow window) {
        return TreeBuilder.object().put("seconds", seconds(window)).put("energy", EnergyTree.of(window.energy()));
    }

    private static TreeBuilder idle(TelemetryWindow window) {
        EnergyReading reading = window.energy();
        return window(window).put("watts", window.watts())
                .put("lower_watts", Ratio.of(reading.lower(), seconds(window)))
                .put("upper_watts", Ratio.of(reading.upperBound(), seconds(window)));
    }

    private static double seconds(TelemetryWindow window) {
        return window.duration().toNanos() / NANOS_PER_SECOND;
    }
}
