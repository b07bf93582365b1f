package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Choose the devices whose joules add up to the headline figure, each device once: those whose scopes contain no other, or
 * what contains them where they are not measured themselves.
 */
public final class HeadlineDevices {
    /** What a headline covers where the processor package is only estimated. */
    public static final String CPU_ESTIMATE = "cpu-estimate";
    /** What a headline covers without any device. */
    public static final String NONE = "none";
    private static final Set<Scope> OF_A_SOCKET = EnumSet.of(Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM);

    private HeadlineDevices() {}

    /**
     * Choose the series to add. A device that two collectors read counts once, with the stronger provenance; where anything
     * of a scope is measured, what is only estimated of that scope is left out. Scopes that contain others are never added to
     * them: modules take the place of packages and memory where no graphics processor is measured on its own; a system on
     * chip, or else the platform, stands in where nothing that adds up is measured at all; a platform whose counter never moves
     * does so only where nothing is estimated either.
     *
     * @param series all there are
     * @return those to add, in their order; of the platform one at most
     */
    public static List<DeviceSeries> choose(Collection<DeviceSeries> series) {
        List<DeviceSeries> additive = distinct(
                series.stream().filter(one -> one.device().scope().isAdditive()).toList());
        boolean graphics = additive.stream().anyMatch(one -> one.device().scope() == Scope.GPU && isMeasured(one));
        List<DeviceSeries> modules = graphics ? List.of() : measured(Scope.MODULE, series);
        if (!modules.isEmpty()) {
            return modules;
        }
        if (additive.stream().anyMatch(HeadlineDevices::isMeasured)) {
            return additive;
        }
        List<DeviceSeries> chips = measured(Scope.SOC, series);
        if (!chips.isEmpty()) {
            return chips;
        }
        // Two sensors of the whole platform speak of the same joules.
        Optional<DeviceSeries> platform = measured(Scope.PSYS, series).stream()
                .min(Comparator.comparing(one -> one.device().provenance()));
        // A counter that a virtual machine hides never moves; an estimate says more.
        return platform.filter(one -> additive.isEmpty() || !one.hasNeverMoved()).map(List::of).orElse(additive);
    }

    private static List<DeviceSeries> measured(Scope scope, Collection<DeviceSeries> series) {
        return distinct(series.stream().filter(one -> one.device().scope() == scope && isMeasured(one)).toList());
    }

    private static boolean isMeasured(DeviceSeries series) {
        return series.device().provenance() != Provenance.ESTIMATED;
    }

    /**
     * Leave out series that would count a device twice, or mix an estimate into measured joules, within each scope. A
     * counter that is not believed gives way to the device's power. A device of a processor that is named by its scope
     * alone is the sum over all sockets, and is left out where they are measured one by one.
     *
     * @param series all there are
     * @return those of each scope that may be added to each other, in their order
     */
    public static List<DeviceSeries> distinct(Collection<DeviceSeries> series) {
        Map<Scope, Provenance> strongest = new HashMap<>();
        Map<String, DeviceSeries> best = new HashMap<>();
        Set<Scope> single = EnumSet.noneOf(Scope.class);
        for (DeviceSeries one : series) {
            MeteredDevice device = one.device();
            strongest.merge(device.scope(), device.provenance(), HeadlineDevices::stronger);
            if (!isSum(device) && device.provenance() != Provenance.ESTIMATED) {
                single.add(device.scope());
            }
            best.merge(key(device), one, (first, second) -> isStronger(second, first) ? second : first);
        }
        List<DeviceSeries> chosen = new ArrayList<>();
        for (DeviceSeries one : series) {
            MeteredDevice device = one.device();
            boolean onlyGuessed = device.provenance() == Provenance.ESTIMATED
                    && strongest.get(device.scope()) != Provenance.ESTIMATED;
            boolean summedUp = isSum(device) && single.contains(device.scope());
            if (!onlyGuessed && !summedUp && best.get(key(device)) == one) {
                chosen.add(one);
            }
        }
        return chosen;
    }

    /**
     * Name what the headline covers.
     *
     * @param chosen the devices that are added
     * @return for example {@code gpu+package+dram}, or {@code cpu-estimate} where the package is only estimated;
     *             {@code none} if there is no device
     */
    public static String label(Collection<DeviceSeries> chosen) {
        TreeSet<Scope> scopes = new TreeSet<>();
        boolean guessed = false;
        for (DeviceSeries one : chosen) {
            scopes.add(one.device().scope());
            guessed |= one.device().scope() == Scope.PACKAGE && one.device().provenance() == Provenance.ESTIMATED;
        }
        List<String> labels = new ArrayList<>();
        for (Scope scope : scopes) {
            labels.add(guessed && scope == Scope.PACKAGE ? CPU_ESTIMATE : scope.label());
        }
        return labels.isEmpty() ? NONE : String.join("+", labels);
    }

    /** Return whether a device is the sum over all sockets: it is named by its scope alone. */
    static boolean isSum(MeteredDevice device) {
        return OF_A_SOCKET.contains(device.scope()) && device.name().equals(device.scope().label());
    }

    private static String key(MeteredDevice device) {
        return device.scope() + " " + device.name();
    }

    private static boolean isStronger(DeviceSeries one, DeviceSeries other) {
        boolean believed = one.disbelief().isEmpty();
        return believed == other.disbelief().isEmpty()
                ? one.device().provenance().compareTo(other.device().provenance()) < 0
                : believed;
    }

    private static Provenance stronger(Provenance one, Provenance other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
