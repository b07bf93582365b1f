package dev.ipw.agents.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of each kind of server. */
final class KindCommand {
    private KindCommand() {}

    /** Returns the arguments after the program. */
    static List<String> arguments(ServerSpec spec, String host, int port, Optional<Path> file) {
        List<String> arguments = new ArrayList<>(switch (spec.kind()) {
            case OLLAMA -> List.of("serve");
            case VLLM -> List.of("serve", spec.model());
            case SGLANG -> List.of("-m", "sglang.launch_server", "--model-path", spec.model());
            case LLAMA_SERVER -> file.map(known -> List.of("-m", known.toString()))
                    .orElseGet(() -> List.of("-hf", spec.model()));
        });
        if (spec.kind() == ServerKind.OLLAMA) {
            return arguments;
        }
        spec.tensorParallel().ifPresent(gpus -> arguments.addAll(parallel(spec.kind(), gpus)));
        if (spec.kind() == ServerKind.LLAMA_SERVER && spec.argument("alias").isEmpty()) {
            arguments.addAll(List.of("--alias", spec.servedModel()));
        }
        arguments.addAll(ServerArguments.options(spec.arguments()));
        // The last one counts.
        arguments.addAll(List.of("--host", host, "--port", String.valueOf(port)));
        return arguments;
    }

    private static List<String> parallel(ServerKind kind, int gpus) {
        return switch (kind) {
            case VLLM -> gpus == 1 ? List.of() : List.of("--tensor-parallel-size", String.valueOf(gpus));
            case SGLANG -> gpus == 1 ? List.of() : List.of("--tp-size", String.valueOf(gpus));
            // It uses all visible GPUs by itself.
            case LLAMA_SERVER, OLLAMA -> List.of();
        };
    }

    /** Returns the environment variables. The model stays loaded, so that idle power includes it. */
    static Map<String, String> variables(ServerSpec spec, String host, int port) {
        if (spec.kind() != ServerKind.OLLAMA) {
            return Map.of();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("OLLAMA_KEEP_ALIVE", "-1");
        variables.putAll(ServerArguments.variables(spec.arguments()));
        variables.put("OLLAMA_HOST", host + ":" + port);
        return variables;
    }
}
