package dev.ipw.compute.internal;

import dev.ipw.compute.Precision;
import dev.ipw.error.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The devices that were measured while a model was served, all of them together.
 *
 * @param names their drivers' names, one of each device
 * @param peaks the peaks of the devices; fewer than the names if one is not known
 */
public record Accelerators(List<String> names, List<DevicePeak> peaks) {
    /** Copies the lists. */
    public Accelerators {
        names = List.copyOf(names);
        peaks = List.copyOf(peaks);
    }

    /**
     * Looks up devices.
     *
     * @param names their drivers' names, one of each device
     * @return the devices with their known peaks
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
     * Adds up their peaks.
     *
     * @param precision the precision of the multiplied numbers
     * @return operations a second; empty if there is none, or one of them is not known in that precision
     */
    public OptionalDouble flopsPerSecond(Precision precision) {
        return sum(peak -> peak.flopsPerSecond(precision));
    }

    /**
     * Adds up the rates that the best known matrix products reached on them.
     *
     * @param precision the precision of the multiplied numbers
     * @return operations a second; empty if there is none, or one of them was not measured in that precision
     */
    public OptionalDouble achievableFlopsPerSecond(Precision precision) {
        return sum(peak -> peak.achievableFlopsPerSecond(precision));
    }

    private OptionalDouble sum(Function<DevicePeak, OptionalDouble> rate) {
        double sum = 0;
        for (DevicePeak peak : peaks) {
            OptionalDouble each = rate.apply(peak);
            if (each.isEmpty()) {
                return each;
            }
            sum += each.getAsDouble();
        }
        return isKnown() ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /**
     * Adds up their memory bandwidth.
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

    private static String whyShared(List<String> unknown) {
        List<String> bearers = DevicePeaks.all().stream()
                .filter(peak -> unknown.stream().anyMatch(peak.sharedNames()::contains))
                .map(peak -> peak.names().getFirst()).toList();
        return bearers.isEmpty()
                ? ""
                : ": the driver gives several devices that name, " + String.join(", ", bearers) + " among them";
    }

    /** Returns the sources of the peaks and their certainty, once for each kind of device. */
    List<String> sources() {
        return peaks.stream().distinct()
                .map(peak -> peak.names().getFirst() + ": " + peak.source() + " (" + peak.confidence() + ")"
                        + peak.achievableSource().map(how -> "; achievable: " + how).orElse(""))
                .toList();
    }

    /** Returns the reason why there is no peak, if there is none. */
    Optional<String> whyUnknown(Optional<Precision> precision) {
        if (names.isEmpty()) {
            return Optional.of("no graphics processor was read");
        }
        if (!isKnown()) {
            List<String> unknown = names.stream().distinct()
                    .filter(name -> peaks.stream().noneMatch(peak -> peak.names().contains(name))).toList();
            return Optional.of("the peak of " + String.join(", ", unknown) + " is not known" + whyShared(unknown));
        }
        if (precision.isEmpty()) {
            return Optional.of("the precision is not known; give it by " + Setting.PRECISION);
        }
        return flopsPerSecond(precision.get()).isEmpty()
                ? Optional.of("no data sheet tells the peak of " + names.getFirst() + " in "
                        + precision.get().label())
                : Optional.empty();
    }
}
