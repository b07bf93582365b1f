package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The planner of a server's command. It starts nothing. */
public final class ServerPlanner {
    private final Map<String, String> environment;
    private final Supplier<List<GpuMemory>> gpus;

    /**
     * Creates a planner for an environment.
     *
     * @param environment contains PATH, and possibly a choice of GPUs
     * @param gpus        reads the GPUs of this machine
     */
    public ServerPlanner(Map<String, String> environment, Supplier<List<GpuMemory>> gpus) {
        this.environment = Map.copyOf(environment);
        this.gpus = gpus;
    }

    /**
     * Plans the command.
     *
     * @param spec      the model server and its settings
     * @param port      its port
     * @param placement its place
     * @return the plan
     * @throws ConfigurationException if the program or the model's file is missing, an argument is not allowed, or no
     *                                GPU has enough free memory
     */
    public ServerPlan plan(ServerSpec spec, int port, ServerPlacement placement) {
        ServerPorts.required(port);
        spec.file().filter(file -> !Files.isRegularFile(file)).ifPresent(missing -> {
            throw new ConfigurationException(
                    "There is no model file " + missing + ". Check the path, or name a repository"
                            + " of the hub such as owner/name-GGUF:Q4_K_M");
        });
        boolean isNamedOrSet = placement.gpus().isPresent() || environment.containsKey("CUDA_VISIBLE_DEVICES");
        GpuChoice choice = GpuChoice.of(spec, placement.gpus(), environment, isNamedOrSet ? List.of() : gpus.get());
        if (placement.container().isPresent()) {
            return new ContainerCommand(spec, port, choice, placement.image(), environment)
                    .plan(engine(placement.container().get()));
        }
        Map<String, String> variables = new LinkedHashMap<>(choice.variables());
        if (!variables.isEmpty()) {
            variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        }
        variables.putAll(KindCommand.variables(spec, ServerPorts.HOST, port));
        List<String> command = KindCommand.arguments(spec, ServerPorts.HOST, port, spec.file());
        command.addFirst(program(spec.kind()).toString());
        return new ServerPlan(spec, port, variables, command, choice.indices(), choice.note(), Optional.empty());
    }

    private Path program(ServerKind kind) {
        return find(kind.program())
                .orElseThrow(() -> new ConfigurationException("The program " + kind.program() + " of "
                        + kind.title() + " is not on the PATH. " + kind.advice() + ", or run it as a container"));
    }

    private Path engine(String named) {
        Stream<String> names = switch (named) {
            case "auto" -> Stream.of("podman", "docker");
            case "podman", "docker" -> Stream.of(named);
            default ->
                throw new ConfigurationException("Containers are run by podman or docker, not by '" + named + "'");
        };
        return names.map(this::find).flatMap(Optional::stream).findFirst().orElseThrow(
                () -> new ConfigurationException(
                        (named.equals("auto") ? "Neither podman nor docker is" : named + " is not")
                                + " on the PATH. Install one, or run the server as a process"));
    }

    private Optional<Path> find(String name) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator)).filter(one -> !one.isBlank())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).findFirst();
    }
}
