package dev.ipw.engine.compute;

import dev.ipw.compute.Precision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what a device can do at most.
 *
 * @param names          the exact names that its driver gives it
 * @param sharedNames    names that its driver gives other devices too, which tell no peak
 * @param flopsPerSecond dense operations a second in each precision that its data sheet tells, without sparsity
 * @param bytesPerSecond memory bandwidth
 * @param source         the data sheet
 * @param confidence     how sure the peaks are, in words
 * @param achievableFlopsPerSecond what the best known matrix product reached in each precision in which it was measured
 * @param achievableSource how it was measured; empty if not measured
 */
public record DevicePeak(List<String> names, List<String> sharedNames, Map<Precision, Double> flopsPerSecond,
        double bytesPerSecond, String source, String confidence, Map<Precision, Double> achievableFlopsPerSecond,
        Optional<String> achievableSource) {
    /** Copies the collections and refuses nulls. */
    public DevicePeak {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(confidence, "confidence");
        Objects.requireNonNull(achievableSource, "achievableSource");
        names = List.copyOf(names);
        sharedNames = List.copyOf(sharedNames);
        flopsPerSecond = Map.copyOf(flopsPerSecond);
        achievableFlopsPerSecond = Map.copyOf(achievableFlopsPerSecond);
    }

    /**
     * Returns the peak in a precision.
     *
     * @param precision what is multiplied
     * @return operations a second; empty if the data sheet does not tell it
     */
    public OptionalDouble flopsPerSecond(Precision precision) {
        return rate(flopsPerSecond, precision);
    }

    /**
     * Returns what was reached in a precision.
     *
     * @param precision what is multiplied
     * @return operations a second; empty if not measured
     */
    public OptionalDouble achievableFlopsPerSecond(Precision precision) {
        return rate(achievableFlopsPerSecond, precision);
    }

    private static OptionalDouble rate(Map<Precision, Double> rates, Precision precision) {
        Double rate = rates.get(precision);
        return rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }
}
