package dev.ipw.compute;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the devices that were read while a model was served, all of them together.
 *
 * @param names what their driver calls them, one of each device
 * @param peaks what each of them can do; fewer than the names if one is not known
 */
public record Accelerators(List<String> names, List<DevicePeak> peaks) {
    /** Copy the lists. */
    public Accelerators {
        names = List.copyOf(names);
        peaks = List.copyOf(peaks);
    }

    /**
     * Look devices up.
     *
     * @param names what their driver calls them, one of each device
     * @return the devices with those peaks that are known
     */
    public static Accelerators of(List<String> names) {
        List<DevicePeak> known = names.isEmpty() ? List.of() : DevicePeaks.all();
        List<DevicePeak> found = new ArrayList<>();
        for (String name : names) {
            known.stream().filter(peak -> peak.names().contains(name)).findFirst().ifPresent(found::add);
        }
        return new Accelerators(names, found);
    }

    /**
     * Add up what they can do.
     *
     * @param precision what is multiplied
     * @return operations a second; empty if there is none, or one of them is not known in that precision
     */
    public OptionalDouble flopsPerSecond(Precision precision) {
        double sum = 0;
        for (DevicePeak peak : peaks) {
            OptionalDouble each = peak.flopsPerSecond(precision);
            if (each.isEmpty()) {
                return each;
            }
            sum += each.getAsDouble();
        }
        return isKnown() ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /**
     * Add up their memory bandwidth.
     *
     * @return bytes a second; empty if there is none, or one of them is not known
     */
    public OptionalDouble bytesPerSecond() {
        return isKnown()
                ? OptionalDouble.of(peaks.stream().mapToDouble(DevicePeak::bytesPerSecond).sum())
                : OptionalDouble.empty();
    }

    private boolean isKnown() {
        return !names.isEmpty() && peaks.size() == names.size();
    }

    /** Say why there is no peak, if there is none. */
    Optional<String> whyUnknown(Optional<Precision> precision) {
        if (names.isEmpty()) {
            return Optional.of("no graphics processor was read");
        }
        if (!isKnown()) {
            List<String> unknown = names.stream().distinct()
                    .filter(name -> peaks.stream().noneMatch(peak -> peak.names().contains(name))).toList();
            return Optional.of("the peak of " + String.join(", ", unknown) + " is not known");
        }
        if (precision.isEmpty()) {
            return Optional.of("the precision is not known; give it with --precision");
        }
        return flopsPerSecond(precision.get()).isEmpty()
                ? Optional.of("no data sheet tells the peak of " + names.getFirst() + " in "
                        + precision.get().label())
                : Optional.empty();
    }
}
