package dev.ipw.benchmarks.sandbox;

import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hold what a program in a sandbox finds around it.
 *
 * @param mounts        folders and files of this machine that it sees
 * @param workingFolder where it starts, as the sandbox names it
 * @param variables     environment variables beside those of the sandbox, by name
 * @param hasNetwork    whether it sees this machine's network, its loopback address too
 * @param limits        what its processes may take
 */
public record SandboxPlace(List<Mount> mounts, String workingFolder, Map<String, String> variables, boolean hasNetwork,
        SandboxLimits limits) {
    /** An empty folder that is gone afterwards, and no network. */
    public static final SandboxPlace EMPTY = new SandboxPlace(List.of(), "/tmp", Map.of(), false, SandboxLimits.STRICT);

    /** Copies the collections; refuse nulls. */
    public SandboxPlace {
        mounts = List.copyOf(mounts);
        Objects.requireNonNull(workingFolder, "workingFolder");
        variables = Map.copyOf(variables);
        Objects.requireNonNull(limits, "limits");
    }

    /**
     * Works in a folder of this machine, without a network.
     *
     * @param folder an existing folder that the program may read and write, as its working folder {@code /work}
     * @return the place
     */
    public static SandboxPlace work(Path folder) {
        return new SandboxPlace(List.of(new Mount(folder, "/work", true)), "/work", Map.of(), false,
                SandboxLimits.STRICT);
    }

    /**
     * Shows a folder or file more.
     *
     * @param mount what is shown
     * @return a copy with it
     */
    public SandboxPlace with(Mount mount) {
        return new SandboxPlace(Stream.concat(mounts.stream(), Stream.of(mount)).toList(), workingFolder, variables,
                hasNetwork, limits);
    }

    /**
     * Sets further environment variables.
     *
     * @param values by name
     * @return a copy with them
     */
    public SandboxPlace withVariables(Map<String, String> values) {
        return new SandboxPlace(mounts, workingFolder, values, hasNetwork, limits);
    }

    /**
     * Chooses whether the program sees this machine's network.
     *
     * @param given true if it does
     * @return a copy that does or does not
     */
    public SandboxPlace withNetwork(boolean given) {
        return new SandboxPlace(mounts, workingFolder, variables, given, limits);
    }

    /**
     * Chooses what the processes may take.
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
     * Show something of this machine in a sandbox.
     *
     * @param source     an existing folder or file
     * @param target     its path in the sandbox
     * @param isWritable whether it may be changed
     */
    public record Mount(Path source, String target, boolean isWritable) {
        private static final Set<String> SYSTEM = Set.of("bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32",
                "proc", "run", "sbin", "sys", "usr", "var");

        /**
         * Rejects nulls, and a folder to change where a sandbox has the system's: what lies there steers every program.
         */
        public Mount {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(target, "target");
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
