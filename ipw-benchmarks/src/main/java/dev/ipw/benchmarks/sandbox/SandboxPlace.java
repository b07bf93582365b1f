package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The surroundings of a program in a sandbox.
 *
 * @param mounts        folders and files of this machine that it can access
 * @param workingFolder the folder in which it starts, by its path in the sandbox
 * @param variables     environment variables beside those of the sandbox, by name
 * @param hasNetwork    whether it has access to this machine's network, including its loopback address
 * @param limits        the limits of its processes
 */
public record SandboxPlace(List<Mount> mounts, String workingFolder, Map<String, String> variables, boolean hasNetwork,
        SandboxLimits limits) {
    /** An empty folder that is removed afterwards, and no network. */
    public static final SandboxPlace EMPTY = new SandboxPlace(List.of(), "/tmp", Map.of(), false, SandboxLimits.STRICT);

    /** Copies the collections; rejects nulls. */
    public SandboxPlace {
        mounts = List.copyOf(mounts);
        variables = Map.copyOf(variables);
    }

    /**
     * Makes a place with a working folder of this machine, without a network.
     *
     * @param folder an existing folder that the program may read and write, as its working folder {@code /work}
     * @return the place
     */
    public static SandboxPlace work(Path folder) {
        return new SandboxPlace(List.of(new Mount(folder, "/work", true)), "/work", Map.of(), false,
                SandboxLimits.STRICT);
    }

    /**
     * Adds a folder or file.
     *
     * @param mount the folder or file
     * @return a copy with it
     */
    public SandboxPlace with(Mount mount) {
        return new SandboxPlace(Stream.concat(mounts.stream(), Stream.of(mount)).toList(), workingFolder, variables,
                hasNetwork, limits);
    }

    /**
     * Sets further environment variables.
     *
     * @param values the variables by name
     * @return a copy with them
     */
    public SandboxPlace withVariables(Map<String, String> values) {
        return new SandboxPlace(mounts, workingFolder, values, hasNetwork, limits);
    }

    /**
     * Sets whether the program has access to this machine's network.
     *
     * @param given true if it has access
     * @return a copy with or without access
     */
    public SandboxPlace withNetwork(boolean given) {
        return new SandboxPlace(mounts, workingFolder, variables, given, limits);
    }

    /**
     * Sets the limits of the processes.
     *
     * @param other the limits
     * @return a copy with them
     */
    public SandboxPlace withLimits(SandboxLimits other) {
        return new SandboxPlace(mounts, workingFolder, variables, hasNetwork, other);
    }

    /** Returns the folders that the program may change. */
    List<Path> changeable() {
        return mounts.stream().filter(Mount::isWritable).map(Mount::source).toList();
    }

    /**
     * A folder or file of this machine in a sandbox.
     *
     * @param source     an existing folder or file
     * @param target     its path in the sandbox
     * @param isWritable whether it may be changed
     */
    public record Mount(Path source, String target, boolean isWritable) {
        private static final Set<String> SYSTEM = Set.of("bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32",
                "proc", "run", "sbin", "sys", "usr", "var");

        /**
         * Rejects a writable folder in place of the sandbox's system folders, whose files control every
         * program.
         */
        public Mount {
            Path path = Path.of(target).normalize();
            if (!path.isAbsolute() || path.getNameCount() == 0
                    || (isWritable && SYSTEM.contains(path.getName(0).toString()))) {
                throw new InputException("A sandbox cannot have the folder " + target
                        + " to write into: it must be absolute and outside of the system's folders ("
                        + SYSTEM.stream().sorted().map(name -> "/" + name).collect(Collectors.joining(", ")) + ")");
            }
        }
    }
}
