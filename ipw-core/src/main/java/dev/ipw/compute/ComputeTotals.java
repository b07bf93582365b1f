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
 * @param precision                the precision of the multiplied numbers
 * @param devices                  the measured devices, each by its name
 * @param peakFlopsPerSecond       their peak together
 * @param achievableFlopsPerSecond the rate that the best known matrix products reached on them together
 * @param peakBytesPerSecond       their peak memory bandwidth together
 * @param peakSources              the sources of the peaks and their certainty
 * @param flopsUtilization         operations over the peak operations in that time (MFU); failed requests and pauses
 *                                 count as no work
 * @param achievableUtilization    operations over those of the best known matrix products in that time
 * @param bandwidthUtilization     bytes over the peak bytes in that time (MBU); only if no two requests overlapped
 * @param arithmeticIntensity      operations over bytes; only if no two requests overlapped
 * @param reason                   the reason why there is no share of the peak; empty if there is one
 */
@API(status = API.Status.EXPERIMENTAL)
public record ComputeTotals(OptionalDouble floatingPointOperations, long queries, long queriesUnknown,
        Optional<String> source, Optional<Precision> precision, List<String> devices, OptionalDouble peakFlopsPerSecond,
        OptionalDouble achievableFlopsPerSecond, OptionalDouble peakBytesPerSecond, List<String> peakSources,
        OptionalDouble flopsUtilization, OptionalDouble achievableUtilization, OptionalDouble bandwidthUtilization,
        OptionalDouble arithmeticIntensity, Optional<String> reason) {
    /** Unknown work. */
    public static final ComputeTotals UNKNOWN = new ComputeTotals(OptionalDouble.empty(), 0, 0, Optional.empty(),
            Optional.empty(), List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
            List.of(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
            Optional.of("the operations of the run were not computed"));

    /** Copies the lists and refuses nulls. */
    public ComputeTotals {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(precision, "precision");
        Objects.requireNonNull(reason, "reason");
        devices = List.copyOf(devices);
        peakSources = List.copyOf(peakSources);
    }
}
