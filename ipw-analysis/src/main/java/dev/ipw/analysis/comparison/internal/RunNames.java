package dev.ipw.analysis.comparison.internal;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of runs that are compared side by side. */
public final class RunNames {
    private RunNames() {}

    /**
     * Returns the names of runs: their folders, or their paths where two folders have the same name.
     *
     * @param paths where the runs lie
     * @return a unique name for each, in the same order
     * @throws ConfigurationException if a run is given twice
     */
    public static List<String> of(List<Path> paths) {
        Set<Path> seen = new HashSet<>();
        for (Path path : paths) {
            if (!seen.add(real(path))) {
                throw new ConfigurationException("The run " + path
                        + " is given twice; a run does not differ from itself. Give another one");
            }
        }
        List<String> folders = paths.stream().map(path -> String.valueOf(real(path).getFileName())).toList();
        return folders.stream().distinct().count() == folders.size()
                ? folders
                : paths.stream().map(Path::toString).toList();
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notThere) {
            return path.toAbsolutePath().normalize();
        }
    }
}
