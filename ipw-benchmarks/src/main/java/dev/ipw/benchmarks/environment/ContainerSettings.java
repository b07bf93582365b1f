package dev.ipw.benchmarks.environment;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a container is made.
 *
 * @param image         the image
 * @param workingFolder where commands start; empty leaves it to the image
 * @param variables     environment variables of all commands, by name
 * @param network       what of the network it sees
 * @param processors    how many processors it may use; empty for all
 * @param memoryBytes   the most memory; empty for all
 */
public record ContainerSettings(String image, Optional<String> workingFolder, Map<String, String> variables,
        Network network, OptionalDouble processors, OptionalLong memoryBytes) {
    /** Copies the map; refuse nulls. */
    public ContainerSettings {
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(workingFolder, "workingFolder");
        variables = Map.copyOf(variables);
        Objects.requireNonNull(network, "network");
    }

    /** What a container sees of the network. */
    public enum Network {
        /** Nothing. */
        NONE("none"),
        /** The world outside, with a loopback address of its own. */
        BRIDGE("bridge"),
        /** That of this machine, its loopback address too. */
        HOST("host");

        private final String option;

        Network(String option) {
            this.option = option;
        }

        String option() {
            return option;
        }
    }
}
