package dev.ipw.compute;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The work of a run and its share of the devices' peak, over the whole measurement window.
 *
 * @param floatingPointOperations  the operations of all complete answers; empty if those of one of them are not known
 * @param queries                  complete answers with known work
 * @param queriesUnknown           complete answers with unknown work
 * @param source                   the origin of the counts
 * @param precision              the precision of the multiplied numbers
 * @param peaks                  the measured devices and their limits
 * @param utilization            the shares of these limits
 * @param arithmeticIntensity    operations over bytes; only if no two requests overlapped
 * @param reason                 the reason why there is no share of the peak; empty if there is one
 */
@API(status = API.Status.EXPERIMENTAL)
public record ComputeTotals(OptionalDouble floatingPointOperations, long queries, long queriesUnknown,
        Optional<String> source, Optional<Precision> precision, DevicePeaks peaks, Utilization utilization,
        OptionalDouble arithmeticIntensity, Optional<String> reason) {
    /** Unknown work. */
    public static final ComputeTotals UNKNOWN = new ComputeTotals(OptionalDouble.empty(), 0, 0, Optional.empty(),
            Optional.empty(),
            new DevicePeaks(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                    List.of()),
            new Utilization(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
            OptionalDouble.empty(), Optional.of("the operations of the run were not computed"));

    /** Refuses nulls. */
    public ComputeTotals {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(precision, "precision");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * The limits of the measured devices together.
     *
     * @param devices                  the devices, each by its name
     * @param flopsPerSecond           their peak
     * @param achievableFlopsPerSecond the rate that the best known matrix products reached on them
     * @param bytesPerSecond           their peak memory bandwidth
     * @param sources                  the sources of the peaks and their certainty
     */
    public record DevicePeaks(List<String> devices, OptionalDouble flopsPerSecond,
            OptionalDouble achievableFlopsPerSecond, OptionalDouble bytesPerSecond, List<String> sources) {
        /** Copies the lists. */
        public DevicePeaks {
            devices = List.copyOf(devices);
            sources = List.copyOf(sources);
        }
    }

    /**
     * The shares of the devices' limits that the run used. Failed requests and pauses count as no work.
     *
     * @param flops      operations over the peak operations in that time (MFU)
     * @param achievable operations over those of the best known matrix products in that time
     * @param bandwidth  bytes over the peak bytes in that time (MBU); only if no two requests overlapped
     */
    public record Utilization(OptionalDouble flops, OptionalDouble achievable, OptionalDouble bandwidth) {}
}
