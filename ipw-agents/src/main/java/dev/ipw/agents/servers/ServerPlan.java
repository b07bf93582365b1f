package dev.ipw.agents.servers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The complete command of a server.
 *
 * @param spec      the served model and settings
 * @param port      its port
 * @param variables the additional environment variables
 * @param command   the program and its arguments; may contain secrets
 * @param gpus      the GPUs by number or id; empty if none is chosen
 * @param gpuNote   the reason for their choice
 * @param container the engine and the name of the container; empty for a process of this machine
 */
public record ServerPlan(ServerSpec spec, int port, Map<String, String> variables, List<String> command,
        Optional<String> gpus, String gpuNote, Optional<ServerContainer> container) {
    /** Copies the lists. */
    public ServerPlan {
        variables = Map.copyOf(variables);
        command = List.copyOf(command);
    }

    /**
     * Formats the whole command as a shell would take it.
     *
     * @return one line without secrets
     */
    public String line() {
        return ServerArguments.line(new TreeMap<>(variables), command);
    }

    /**
     * Returns the address that a client needs.
     *
     * @return an address of this machine
     */
    public String baseUrl() {
        return spec.kind().baseUrl(port);
    }
}
