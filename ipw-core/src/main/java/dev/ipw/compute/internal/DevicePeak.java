package dev.ipw.compute.internal;

import dev.ipw.compute.Precision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The peak rates of a device.
 *
 * @param names                    its exact driver names
 * @param sharedNames              driver names that it shares with other devices, which therefore identify no peak
 * @param flopsPerSecond           dense operations a second in each precision of its data sheet, without sparsity
 * @param bytesPerSecond           memory bandwidth
 * @param source                   the data sheet
 * @param confidence               the certainty of the peaks in plain words
 * @param achievableFlopsPerSecond the rate that the best known matrix product reached in each measured precision
 * @param achievableSource         the method of that measurement; empty if not measured
 */
public record DevicePeak(List<String> names, List<String> sharedNames, Map<Precision, Double> flopsPerSecond,
        double bytesPerSecond, String source, String confidence, Map<Precision, Double> achievableFlopsPerSecond,
        Optional<String> achievableSource) {
    /** Copies the collections and refuses nulls. */
    public DevicePeak {
        names = List.copyOf(names);
        sharedNames = List.copyOf(sharedNames);
        flopsPerSecond = Map.copyOf(flopsPerSecond);
        achievableFlopsPerSecond = Map.copyOf(achievableFlopsPerSecond);
    }

    /**
     * Returns the peak in a precision.
     *
     * @param precision the precision of the multiplied numbers
     * @return operations a second; empty if the data sheet does not give it
     */
    public OptionalDouble flopsPerSecond(Precision precision) {
        return rate(flopsPerSecond, precision);
    }

    /**
     * Returns the rate that was reached in a precision.
     *
     * @param precision the precision of the multiplied numbers
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
