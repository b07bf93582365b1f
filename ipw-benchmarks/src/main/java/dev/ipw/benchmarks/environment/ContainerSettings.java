package dev.ipw.benchmarks.environment;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The settings of a container.
 *
 * @param image         the image
 * @param workingFolder the folder in which commands start; empty uses that of the image
 * @param variables     environment variables of all commands, by name
 * @param network       the container's access to the network
 * @param processors    the number of processors that it may use; empty for all
 * @param memoryBytes   the maximum memory; empty for all
 */
public record ContainerSettings(String image, Optional<String> workingFolder, Map<String, String> variables,
        Network network, OptionalDouble processors, OptionalLong memoryBytes) {
    /** Copies the map; rejects nulls. */
    public ContainerSettings {
        variables = Map.copyOf(variables);
    }

    /** A container's access to the network. */
    public enum Network {
        /** No network. */
        NONE("none"),
        /** The network outside, with a loopback address of its own. */
        BRIDGE("bridge"),
        /** The network of this machine, including its loopback address. */
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
