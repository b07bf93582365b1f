package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The GPUs of a server.
 *
 * @param indices the value of CUDA's variable, for example {@code 0,1}; empty if it is unchanged
 * @param note    the reason for the choice
 */
record GpuChoice(Optional<String> indices, String note) {
    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";
    private static final Pattern LIST = Pattern.compile("[A-Za-z0-9-]+(,[A-Za-z0-9-]+)*");
    private static final double MEGA = 1e6;

    /**
     * Chooses the GPUs: the named ones, otherwise those of the environment, otherwise those with the largest free
     * memory.
     *
     * @throws ConfigurationException if there are too few with the required free memory
     */
    static GpuChoice of(ServerSpec spec, Optional<String> named, Map<String, String> environment,
            List<GpuMemory> there) {
        if (named.isPresent()) {
            String list = named.get().replace(" ", "");
            if (!LIST.matcher(list).matches()) {
                throw new ConfigurationException("GPUs are named by numbers or ids with commas, such as 0,1, not '"
                        + named.get() + "'");
            }
            return new GpuChoice(Optional.of(list), "GPU " + list + ", as named");
        }
        if (environment.containsKey(VISIBLE)) {
            return new GpuChoice(Optional.empty(), VISIBLE + " is set already and stays as it is");
        }
        if (there.isEmpty()) {
            return new GpuChoice(Optional.empty(), "no NVIDIA GPU that tells its memory was found, so none is chosen");
        }
        return chosen(spec, there);
    }

    private static GpuChoice chosen(ServerSpec spec, List<GpuMemory> there) {
        int wanted = spec.tensorParallel().orElse(1);
        double least = spec.gpuMemoryMegabytes().orElse(0) * MEGA;
        List<GpuMemory> best = there.stream().filter(gpu -> gpu.freeBytes() >= least)
                .sorted(Comparator.comparingDouble(GpuMemory::freeBytes).reversed()
                        .thenComparingInt(GpuMemory::index))
                .limit(wanted).sorted(Comparator.comparingInt(GpuMemory::index)).toList();
        if (best.size() < wanted) {
            throw new ConfigurationException(wanted + (wanted == 1 ? " GPU" : " GPUs") + " with "
                    + Math.round(least / MEGA) + " MB of free memory are needed, and there are " + best.size()
                    + " among "
                    + there.stream().map(GpuMemory::toString).collect(Collectors.joining(", "))
                    + ". End what uses them, or ask for less");
        }
        return new GpuChoice(
                Optional.of(best.stream().map(gpu -> String.valueOf(gpu.index())).collect(Collectors.joining(","))),
                best.stream().map(GpuMemory::toString).collect(Collectors.joining(", ")) + ", most free memory first");
    }

    /** Returns the variables by which CUDA sees them; its default order of devices differs from the driver's. */
    Map<String, String> variables() {
        return indices.<Map<String, String>>map(list -> Map.of(VISIBLE, list)).orElse(Map.of());
    }
}
