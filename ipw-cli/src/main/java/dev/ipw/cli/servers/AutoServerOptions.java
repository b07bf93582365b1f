package dev.ipw.cli.servers;

import dev.ipw.agents.servers.GpuMemory;
import dev.ipw.agents.servers.ModelServers;
import dev.ipw.agents.servers.ServerFolder;
import dev.ipw.agents.servers.ServerKind;
import dev.ipw.agents.servers.ServerPlacement;
import dev.ipw.agents.servers.ServerPlan;
import dev.ipw.agents.servers.ServerPlanner;
import dev.ipw.agents.servers.ServerPorts;
import dev.ipw.agents.servers.ServerSpec;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.error.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a server that a run starts for itself. */
public final class AutoServerOptions {
    private static final double MAX_IDLE_SECONDS = 3600;
    private static final double NANOS_PER_SECOND = 1e9;

    @Option(names = "--auto-server", paramLabel = "KIND|PRESET",
            description = "Start ollama, vllm, sglang or llama-server with --model, or a preset of 'ipw servers presets'"
                    + "; measure how it loads and idles; stop it at the end.")
    private Optional<String> server = Optional.empty();

    @Option(names = "--server-param", paramLabel = "KEY=VALUE",
            description = "A further argument of the server; may be given several times.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--server-port", paramLabel = "PORT",
            description = "Its port on 127.0.0.1. Default: its usual one if that is free, else any that is.")
    private Optional<Integer> port = Optional.empty();

    @Option(names = "--server-gpus", paramLabel = "0,1",
            description = "The NVIDIA GPUs that it sees. Default: those with most free memory.")
    private Optional<String> gpus = Optional.empty();

    @Option(names = "--server-container", paramLabel = "ENGINE", arity = "0..1", fallbackValue = "auto",
            description = "Run it in a container, by podman or docker.")
    private Optional<String> container = Optional.empty();

    @Option(names = "--server-idle", paramLabel = "SECONDS", defaultValue = "10",
            description = "Measure its idle power for so long once it is ready; 0 for not at all. Default: ${DEFAULT-VALUE}.")
    private double idleSeconds = 10;

    @Option(names = "--server-wait", paramLabel = "TIME", defaultValue = "15m",
            description = "How long it may take to be ready. Default: ${DEFAULT-VALUE}.")
    private String longest = "15m";

    @Option(names = "--server-presets", paramLabel = "FILE", description = "Presets of your own.")
    private Optional<Path> presets = Optional.empty();

    @Option(names = "--server-state-dir", paramLabel = "FOLDER",
            description = "Where its record and log are kept. Default: that of 'ipw servers'.")
    private Optional<Path> folder = Optional.empty();

    public boolean isAsked() {
        return server.isPresent();
    }

    /**
     * Plans the server on a port of its own.
     *
     * @param model as typed
     */
    public ServerPlan plan(Optional<String> model) {
        ServerSpec spec = spec(model);
        return new ServerPlanner(System.getenv(), GpuMemory::read).plan(spec, port(spec.kind()),
                new ServerPlacement(gpus, container, Optional.empty()));
    }

    /** Returns the server's specification, independent of its port. */
    ServerSpec spec(Optional<String> model) {
        Optional<ServerKind> kind = ServerKind.find(server.orElseThrow());
        return ServerChoice.of(kind, kind.isPresent() ? Optional.empty() : server, model,
                KeyValues.of("--server-param", parameters), ServerPresetFile.presets(presets, System.getenv()));
    }

    /**
     * Returns everything that distinguishes one server from another; two cells with equal requirements can share one.
     */
    public Wanted wanted(Optional<String> model) {
        return new Wanted(spec(model), port, gpus, container, folder, idle());
    }

    /** Returns whether an argument of the form {@code --name=value} is one of these options. */
    public static boolean isOwn(String argument) {
        return argument.startsWith("--auto-server") || argument.startsWith("--server-");
    }

    private int port(ServerKind kind) {
        return port.orElseGet(() -> ServerPorts.free(kind.defaultPort()));
    }

    public ModelServers servers() {
        return new ModelServers(folder.map(ServerFolder::new).orElseGet(() -> ServerFolder.ofUser(System.getenv())),
                System.getenv());
    }

    public Duration longest() {
        return ServerOptions.time("--server-wait", longest);
    }

    public Duration idle() {
        return Duration.ofNanos(Math.round(idleSeconds * NANOS_PER_SECOND));
    }

    /**
     * Checks the options that can be checked without the machine.
     *
     * @throws ConfigurationException if something cannot work
     */
    public void check() {
        if (!(idleSeconds >= 0 && idleSeconds <= MAX_IDLE_SECONDS)) {
            throw new ConfigurationException("--server-idle must be from 0 to " + (int) MAX_IDLE_SECONDS
                    + " seconds, not " + idleSeconds);
        }
        longest();
        boolean isDetailed = !parameters.isEmpty() || port.isPresent() || gpus.isPresent() || container.isPresent()
                || presets.isPresent();
        if (isDetailed && server.isEmpty()) {
            throw new ConfigurationException(
                    "--server-param, --server-port, --server-gpus, --server-container and --server-presets"
                            + " are of the server that --auto-server starts: add --auto-server KIND");
        }
    }

    /**
     * The requirements of a server, as typed.
     *
     * @param spec      the model server and its settings
     * @param port      its port; empty for any
     * @param gpus      the GPUs that it sees; empty for those with the largest free memory
     * @param container the engine of its container; empty for none
     * @param folder    the folder of its record; empty for the user's own
     * @param idle      the duration of the idle measurement
     */
    public record Wanted(ServerSpec spec, Optional<Integer> port, Optional<String> gpus, Optional<String> container,
            Optional<Path> folder, Duration idle) {}
}
