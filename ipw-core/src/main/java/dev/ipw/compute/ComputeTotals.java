package dev.ipw.compute;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the work of a run and what share of the devices' peak it was, over the whole measurement window.
 *
 * @param floatingPointOperations the work of all whole answers; empty if that of one of them is not known
 * @param queries                 whole answers whose work is known
 * @param queriesUnknown          whole answers whose work is not known
 * @param source                  who counted
 * @param precision               what is multiplied
 * @param devices                 the devices that were read, each by its name
 * @param peakFlopsPerSecond      what they can do together
 * @param achievableFlopsPerSecond what the best known matrix products reached on them together
 * @param peakBytesPerSecond      what they can move together
 * @param peakSources             where the peaks come from and how sure they are
 * @param flopsUtilization        work over what they could have done (MFU); failed requests and pauses count as nothing
 *                                done
 * @param achievableUtilization   work over what the best known matrix products would have done in that time
 * @param bandwidthUtilization    bytes over what they could have moved (MBU); only where no two requests overlapped
 * @param arithmeticIntensity     work over bytes; only where no two requests overlapped
 * @param reason                  why there is no share of the peak; empty if there is one
 */
public record ComputeTotals(OptionalDouble floatingPointOperations, long queries, long queriesUnknown,
        Optional<String> source, Optional<Precision> precision, List<String> devices, OptionalDouble peakFlopsPerSecond,
        OptionalDouble achievableFlopsPerSecond, OptionalDouble peakBytesPerSecond, List<String> peakSources,
        OptionalDouble flopsUtilization, OptionalDouble achievableUtilization, OptionalDouble bandwidthUtilization,
        OptionalDouble arithmeticIntensity, Optional<String> reason) {
    /** Neither cost nor operations are known. */
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
