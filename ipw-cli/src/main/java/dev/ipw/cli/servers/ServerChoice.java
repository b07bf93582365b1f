package dev.ipw.cli.servers;

import dev.ipw.agents.servers.ServerKind;
import dev.ipw.agents.servers.ServerPresets;
import dev.ipw.agents.servers.ServerSpec;
import dev.ipw.error.ConfigurationException;
import java.util.Map;
import java.util.Optional;

/** The choice of a server's specification from a kind, a preset and a model. */
final class ServerChoice {
    private ServerChoice() {}

    /** Returns the specification of a kind with its model, or of a preset, whose model may be replaced. */
    static ServerSpec of(Optional<ServerKind> kind, Optional<String> preset, Optional<String> model,
            Map<String, String> arguments, ServerPresets presets) {
        if (preset.isPresent()) {
            ServerSpec spec = presets.require(preset.get()).spec();
            if (kind.isPresent() && kind.get() != spec.kind()) {
                throw new ConfigurationException("The preset " + preset.get() + " is of " + spec.kind().title()
                        + ": leave " + kind.get().title() + " out");
            }
            return model.map(spec::withModel).orElse(spec).withArguments(arguments);
        }
        ServerKind chosen = kind.orElseThrow(() -> new ConfigurationException(
                "Which server? Add --ollama, --vllm, --sglang or --llama-server with --model NAME, or --preset NAME"));
        return ServerSpec.of(chosen, model.orElseThrow(
                () -> new ConfigurationException("Which model is " + chosen.title() + " to serve? Add --model NAME")))
                .withArguments(arguments);
    }
}
