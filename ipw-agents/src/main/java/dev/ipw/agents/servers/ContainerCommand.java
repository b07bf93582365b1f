package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The command that runs a server in a container. The engine's own program stays in the foreground, so that its output
 * is the server's and it ends with the server.
 */
final class ContainerCommand {
    private static final String INSIDE = "0.0.0.0";
    private static final String MODELS = "/models";
    /** The size of shared memory, which several GPUs use for their exchange; a container has 64 MB by default. */
    private static final String SHARED_MEMORY = "16g";

    private final ServerSpec spec;
    private final int port;
    private final GpuChoice gpus;
    private final Optional<String> image;
    private final Map<String, String> environment;

    ContainerCommand(ServerSpec spec, int port, GpuChoice gpus, Optional<String> image,
            Map<String, String> environment) {
        this.spec = spec;
        this.port = port;
        this.gpus = gpus;
        this.image = image;
        this.environment = environment;
    }

    ServerPlan plan(Path engine) {
        ServerContainer container = new ServerContainer(engine.toString(),
                "ipw-server-" + port + "-" + UUID.randomUUID());
        int inside = spec.kind().defaultPort();
        List<String> command = new ArrayList<>(List.of(engine.toString(), "run", "--rm", "--name", container.name(),
                "--publish", ServerPorts.HOST + ":" + port + ":" + inside, "--shm-size", SHARED_MEMORY));
        command.addAll(gpuOptions(engine));
        new TreeMap<>(KindCommand.variables(spec, INSIDE, inside))
                .forEach((name, value) -> command.addAll(List.of("--env", name + "=" + value)));
        command.addAll(volumes());
        Optional<Path> file = spec.file().map(known -> Path.of(MODELS, String.valueOf(known.getFileName())));
        entry().ifPresent(program -> command.addAll(List.of("--entrypoint", program)));
        command.add(image.or(spec.kind()::image).orElseThrow(() -> new ConfigurationException(
                "Which container image has " + spec.kind().title() + "? Name one of those that its makers publish")));
        command.addAll(KindCommand.arguments(spec, INSIDE, inside, file));
        return new ServerPlan(spec, port, Map.of(), command, gpus.indices(), gpus.note(), Optional.of(container));
    }

    private List<String> gpuOptions(Path engine) {
        return gpus.indices().map(list -> {
            if (engine.endsWith("docker")) {
                // The quotes are docker's own: it splits at commas otherwise.
                return List.of("--gpus", "\"device=" + list + "\"");
            }
            List<String> devices = new ArrayList<>();
            for (String gpu : list.split(",")) {
                devices.addAll(List.of("--device", "nvidia.com/gpu=" + gpu));
            }
            return devices;
        }).orElse(List.of());
    }

    /**
     * Returns the volumes with the models that are already on this machine, in the places where these servers store
     * them.
     */
    private List<String> volumes() {
        Map<String, String> folders = new LinkedHashMap<>();
        spec.file().map(Path::getParent).ifPresent(folder -> folders.put(folder.toString(), MODELS + ":ro"));
        Optional<Path> home = Optional.ofNullable(environment.get("HOME")).map(Path::of);
        home.map(folder -> spec.kind() == ServerKind.OLLAMA
                ? folder.resolve(".ollama")
                : folder.resolve(".cache").resolve("huggingface"))
                .filter(folder -> folder.toFile().isDirectory()).ifPresent(folder -> folders.put(folder.toString(),
                        spec.kind() == ServerKind.OLLAMA ? "/root/.ollama" : "/root/.cache/huggingface"));
        List<String> volumes = new ArrayList<>();
        folders.forEach((outside, inside) -> volumes.addAll(List.of("--volume", outside + ":" + inside)));
        if (environment.containsKey("HF_TOKEN")) {
            // By its name alone, so that the command contains no value.
            volumes.addAll(List.of("--env", "HF_TOKEN"));
        }
        return volumes;
    }

    private Optional<String> entry() {
        return switch (spec.kind()) {
            case VLLM -> Optional.of("vllm");
            case SGLANG -> Optional.of("python3");
            case OLLAMA, LLAMA_SERVER -> Optional.empty();
        };
    }
}
