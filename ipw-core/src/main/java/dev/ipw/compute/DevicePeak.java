package dev.ipw.compute;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Hold what a device can do at most.
 *
 * @param names          the exact names that its driver gives it
 * @param flopsPerSecond dense operations a second in each precision that its data sheet tells, without sparsity
 * @param bytesPerSecond memory bandwidth
 * @param source         the data sheet
 */
public record DevicePeak(List<String> names, Map<Precision, Double> flopsPerSecond, double bytesPerSecond,
        String source) {
    /** Copy the collections and refuse nulls. */
    public DevicePeak {
        Objects.requireNonNull(source, "source");
        names = List.copyOf(names);
        flopsPerSecond = Map.copyOf(flopsPerSecond.isEmpty() ? Map.of() : new EnumMap<>(flopsPerSecond));
    }

    /**
     * Give the peak in a precision.
     *
     * @param precision what is multiplied
     * @return operations a second; empty if the data sheet does not tell it
     */
    public OptionalDouble flopsPerSecond(Precision precision) {
        Double peak = flopsPerSecond.get(precision);
        return peak == null ? OptionalDouble.empty() : OptionalDouble.of(peak);
    }
}
