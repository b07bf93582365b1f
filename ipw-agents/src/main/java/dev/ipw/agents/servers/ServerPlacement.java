package dev.ipw.agents.servers;

import java.util.Optional;

/**
 * The place where a server runs.
 *
 * @param gpus      the GPUs by number or id, joined by commas; empty to choose those with the largest free memory
 * @param container podman or docker, or {@code auto} for the first that exists; empty for a process of this machine
 * @param image     the container image; empty for the one that the server's developers publish
 */
public record ServerPlacement(Optional<String> gpus, Optional<String> container, Optional<String> image) {
    /** A process of this machine, with an automatically chosen GPU. */
    public static final ServerPlacement DEFAULT = new ServerPlacement(Optional.empty(), Optional.empty(),
            Optional.empty());
}
