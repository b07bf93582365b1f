package dev.ipw.cli.servers;

import dev.ipw.agents.servers.GpuMemory;
import dev.ipw.agents.servers.ServerFolder;
import dev.ipw.agents.servers.ServerKind;
import dev.ipw.agents.servers.ServerPlacement;
import dev.ipw.agents.servers.ServerPlan;
import dev.ipw.agents.servers.ServerPlanner;
import dev.ipw.agents.servers.ServerPresets;
import dev.ipw.agents.servers.ServerSpec;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options of {@code ipw servers}. */
final class ServerOptions {
    @Option(names = "--ollama", description = "Start Ollama.")
    private boolean isOllama;

    @Option(names = "--vllm", description = "Start vLLM.")
    private boolean isVllm;

    @Option(names = "--sglang", description = "Start SGLang.")
    private boolean isSglang;

    @Option(names = "--llama-server", description = "Start llama-server of llama.cpp.")
    private boolean isLlamaServer;

    @Option(names = "--model", paramLabel = "NAME",
            description = "The model; for llama-server a GGUF file, or a repository of the hub.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--preset", paramLabel = "NAME",
            description = "A server, its model and its arguments; see 'ipw servers presets'.")
    private Optional<String> preset = Optional.empty();

    @Option(names = "--presets", paramLabel = "FILE",
            description = "Presets of your own, YAML or JSON. Default: ipw/servers.yaml in%n"
                    + "$XDG_CONFIG_HOME or ~/.config.")
    private Optional<Path> presets = Optional.empty();

    @Option(names = "--port", paramLabel = "PORT",
            description = "The port on 127.0.0.1. Default: 11434 for Ollama, 8000 for vLLM, 30000 for SGLang, 8080 for"
                    + " llama-server.")
    private Optional<Integer> port = Optional.empty();

    @Option(names = "--param", paramLabel = "KEY=VALUE",
            description = "A further argument of the server, as in max-model-len=8192; an empty value makes a flag. For"
                    + " Ollama a variable without OLLAMA_. May be given several times.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--gpus", paramLabel = "0,1",
            description = "The NVIDIA GPUs that it sees. Default: those with most free memory.")
    private Optional<String> gpus = Optional.empty();

    @Option(names = "--gpu-memory-mb", paramLabel = "MB",
            description = "Take only GPUs with so much free memory, in 10^6 bytes.")
    private Optional<Long> gpuMemory = Optional.empty();

    @Option(names = "--tensor-parallel", paramLabel = "N",
            description = "Split each layer over N GPUs. Default: the preset's, else 1.")
    private Optional<Integer> tensorParallel = Optional.empty();

    @Option(names = "--container", paramLabel = "ENGINE", arity = "0..1", fallbackValue = "auto",
            description = "Run it in a container, by podman or docker. Default: the first that is there.")
    private Optional<String> container = Optional.empty();

    @Option(names = "--image", paramLabel = "NAME",
            description = "The container image; needed for llama-server. Default: the one that the server's makers publish.")
    private Optional<String> image = Optional.empty();

    @Option(names = "--dry-run", description = "Print the command and start nothing.")
    boolean isDryRun;

    @Option(names = "--wait-timeout", paramLabel = "TIME", defaultValue = "5m",
            description = "launch: how long to wait, such as 90s or 10m. Default: ${DEFAULT-VALUE}.")
    private String waitTimeout = "5m";

    @Option(names = "--lines", paramLabel = "N", defaultValue = "40",
            description = "logs: how many lines. Default: ${DEFAULT-VALUE}.")
    private int lines = 40;

    @Option(names = "--state-dir", paramLabel = "FOLDER",
            description = "Where records and logs are kept. Default: ipw/servers in $XDG_STATE_HOME or ~/.local/state.")
    private Optional<Path> folder = Optional.empty();

    /** Returns the folder of the records. */
    ServerFolder folder() {
        return folder.map(ServerFolder::new).orElseGet(() -> ServerFolder.ofUser(System.getenv()));
    }

    ServerPresets presets() {
        return ServerPresetFile.presets(presets, System.getenv());
    }

    /** Creates the server's command from the options. */
    ServerPlan plan() {
        ServerSpec spec = ServerChoice
                .of(kind(), preset, model, KeyValues.of("--param", parameters), presets())
                .withGpus(tensorParallel.map(OptionalInt::of).orElse(OptionalInt.empty()),
                        gpuMemory.map(OptionalLong::of).orElse(OptionalLong.empty()));
        if (image.isPresent() && container.isEmpty()) {
            throw new ConfigurationException("--image names the image of a container: add --container");
        }
        return new ServerPlanner(System.getenv(), GpuMemory::read).plan(spec, port.orElse(spec.kind().defaultPort()),
                new ServerPlacement(gpus, container, image));
    }

    private Optional<ServerKind> kind() {
        Map<ServerKind, Boolean> typed = Map.of(ServerKind.OLLAMA, isOllama, ServerKind.VLLM, isVllm,
                ServerKind.SGLANG, isSglang, ServerKind.LLAMA_SERVER, isLlamaServer);
        List<ServerKind> kinds = Stream.of(ServerKind.values()).filter(typed::get).toList();
        if (kinds.size() > 1) {
            throw new ConfigurationException("One server at a time: give one of --"
                    + String.join(", --", kinds.stream().map(ServerKind::id).toList()));
        }
        return kinds.stream().findFirst();
    }

    Duration waitTimeout() {
        return time("--wait-timeout", waitTimeout);
    }

    /** Parses a time above zero. */
    static Duration time(String option, String typed) {
        return DurationText.parse(typed).filter(Duration::isPositive).orElseThrow(
                () -> new ConfigurationException(option + " takes a time such as 90s or 10m, not '" + typed + "'"));
    }

    int lines() {
        if (lines < 1) {
            throw new ConfigurationException("--lines must be at least 1, not " + lines);
        }
        return lines;
    }
}
