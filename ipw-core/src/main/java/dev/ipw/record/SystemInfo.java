package dev.ipw.record;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The measured machine.
 *
 * @param operatingSystem        its name, for example {@code Linux}
 * @param operatingSystemVersion its version
 * @param kernelVersion          the kernel's version, where it differs from the system's
 * @param hostName               the machine's name, if it has one
 * @param logicalProcessors      the number of logical processors; empty if not specified
 * @param processorBrand         the processor's name as the machine reports it
 */
@API(status = API.Status.EXPERIMENTAL)
public record SystemInfo(String operatingSystem, String operatingSystemVersion, Optional<String> kernelVersion,
        Optional<String> hostName, OptionalInt logicalProcessors, Optional<String> processorBrand) {
    /** An unknown machine, as for a run that another tool made elsewhere. */
    public static final SystemInfo UNKNOWN = new SystemInfo("unknown", "unknown", Optional.empty(), Optional.empty(),
            OptionalInt.empty(), Optional.empty());

    /** Refuses nulls. */
    public SystemInfo {
        Objects.requireNonNull(operatingSystem, "operatingSystem");
        Objects.requireNonNull(operatingSystemVersion, "operatingSystemVersion");
    }

    /**
     * Describes an inspected machine.
     *
     * @param operatingSystem        its name
     * @param operatingSystemVersion its version
     * @param kernelVersion          the kernel's version, where it differs from the system's
     * @param hostName               the machine's name, if it has one
     * @param logicalProcessors      the number of logical processors
     * @param processorBrand         the processor's name as the machine reports it
     */
    public SystemInfo(String operatingSystem, String operatingSystemVersion, Optional<String> kernelVersion,
            Optional<String> hostName, int logicalProcessors, Optional<String> processorBrand) {
        this(operatingSystem, operatingSystemVersion, kernelVersion, hostName, OptionalInt.of(logicalProcessors),
                processorBrand);
    }
}
