package dev.ipw.telemetry;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The samples of one shard of a run, to be read together with those of the others.
 *
 * @param directory         the folder to which the shard's session spooled
 * @param shiftNanos        the time to add to its samples, so that those of all shards count from one moment
 * @param host              the name of the machine that sampled, which is put before the names of its devices; empty if
 *                          all shards ran on one machine
 * @param server            the name of the server that only this shard asked, which is put before names of a serving
 *                          machine's devices that are not unique; empty if all shards asked one server
 * @param isServingOnly     whether only samples of the serving machine count, because another one than the sampling
 *                          machine served the model
 */
@API(status = API.Status.EXPERIMENTAL)
public record SampleFolder(Path directory, long shiftNanos, String host, String server,
        boolean isServingOnly) {
    /** Each machine calls itself so. */
    private static final Pattern LOOPBACK = Pattern.compile("@(localhost|127\\.|\\[?::1)");

    /** Refuses nulls. */
    public SampleFolder {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(server, "server");
    }

    boolean wants(SampleReader part) {
        return !isServingOnly || part.readsServingMachine();
    }

    /** Returns the machine of a file's devices. The devices of one serving machine are known to all shards. */
    String hostOf(SampleReader part) {
        return part.readsServingMachine() ? server : host;
    }

    /** Names the devices of a file. */
    Function<String, String> namesIn(SampleReader part) {
        String machine = hostOf(part);
        return device -> machine.isEmpty() || (part.readsServingMachine() && isUnique(device))
                ? device
                : machine + "/" + device;
    }

    /** Returns whether a name holds a GPU's UUID or its machine, so that no device of another machine has it. */
    private static boolean isUnique(String device) {
        return device.startsWith("GPU-") || (device.contains("@") && !LOOPBACK.matcher(device).find());
    }
}
