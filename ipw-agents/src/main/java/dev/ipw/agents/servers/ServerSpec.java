package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The specification of a server.
 *
 * @param kind               the server
 * @param model              the model as the server names it; for llama-server a GGUF file or a repository of the hub
 * @param arguments          further arguments by name without dashes; an empty value or {@code true} makes a flag. For
 *                           Ollama, its variables without {@code OLLAMA_}
 * @param tensorParallel     the number of GPUs over which each layer is split; empty for one
 * @param gpuMemoryMegabytes the minimum free memory of each GPU, in 10<sup>6</sup> bytes
 */
public record ServerSpec(ServerKind kind, String model, Map<String, String> arguments, OptionalInt tensorParallel,
        OptionalLong gpuMemoryMegabytes) {
    private static final int MAX_MODEL_CHARACTERS = 1000;
    private static final int MAX_GPUS = 64;

    /** Rejects specifications with which no server can start. */
    public ServerSpec {
        if (model.isBlank() || model.startsWith("-") || model.length() > MAX_MODEL_CHARACTERS
                || model.chars().anyMatch(Character::isISOControl)) {
            throw new ConfigurationException("'" + model + "' is no name of a model for " + kind.title());
        }
        if (tensorParallel.orElse(1) < 1 || tensorParallel.orElse(1) > MAX_GPUS) {
            throw new ConfigurationException("A model is split over 1 to " + MAX_GPUS + " GPUs, not over "
                    + tensorParallel.getAsInt());
        }
        if (gpuMemoryMegabytes.orElse(1) < 1) {
            throw new ConfigurationException("The free memory of a GPU must be above 0 MB, not "
                    + gpuMemoryMegabytes.getAsLong());
        }
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /**
     * Returns the specification of a model without further settings.
     *
     * @param kind  the server
     * @param model the model
     * @return the specification
     */
    public static ServerSpec of(ServerKind kind, String model) {
        return new ServerSpec(kind, model, Map.of(), OptionalInt.empty(), OptionalLong.empty());
    }

    /**
     * Returns a copy with further arguments, which replace those with the same name.
     *
     * @param more arguments by name
     * @return a copy with them
     */
    public ServerSpec withArguments(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(arguments);
        more.forEach((name, value) -> {
            all.keySet().removeIf(known -> ServerArguments.dashed(known).equals(ServerArguments.dashed(name)));
            all.put(name, value);
        });
        return new ServerSpec(kind, model, all, tensorParallel, gpuMemoryMegabytes);
    }

    /**
     * Returns a copy with another model and the same arguments.
     *
     * @param other the model
     * @return a copy with it
     */
    public ServerSpec withModel(String other) {
        return new ServerSpec(kind, other, arguments, tensorParallel, gpuMemoryMegabytes);
    }

    /**
     * Returns a copy with the requirements on GPUs that are present.
     *
     * @param gpus      the number of GPUs over which each layer is split
     * @param megabytes the minimum free memory of each
     * @return a copy with the given values
     */
    public ServerSpec withGpus(OptionalInt gpus, OptionalLong megabytes) {
        return new ServerSpec(kind, model, arguments, gpus.isPresent() ? gpus : tensorParallel,
                megabytes.isPresent() ? megabytes : gpuMemoryMegabytes);
    }

    /**
     * Returns the name of the model in requests.
     *
     * @return the name in the arguments, otherwise the model's; of a file its name without folders
     */
    public String servedModel() {
        String option = kind == ServerKind.LLAMA_SERVER ? "alias" : "served-model-name";
        return argument(option).orElseGet(() -> file().map(path -> String.valueOf(path.getFileName())).orElse(model));
    }

    /** Returns an argument. */
    Optional<String> argument(String name) {
        return arguments.entrySet().stream().filter(one -> ServerArguments.dashed(one.getKey()).equals(name))
                .map(Map.Entry::getValue).findFirst();
    }

    /** Returns the file of the model; empty if a server finds it by its name. */
    Optional<Path> file() {
        return kind == ServerKind.LLAMA_SERVER && model.endsWith(".gguf")
                ? Optional.of(Path.of(model).toAbsolutePath().normalize())
                : Optional.empty();
    }
}
