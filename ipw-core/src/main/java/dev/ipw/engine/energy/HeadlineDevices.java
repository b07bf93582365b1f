package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.engine.energy.DeviceSeries.Standing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The choice of devices whose joules add up to the headline figure, each device once: those whose scopes contain no other, or
 * what contains them where they are not measured themselves. A device is left to its next best sensor where one stands still
 * or is doubted: to its power, or to an estimate.
 */
public final class HeadlineDevices {
    /** What a headline covers where the processor package is only estimated. */
    public static final String CPU_ESTIMATE = "cpu-estimate";
    /** What a headline covers without any device. */
    public static final String NONE = "none";
    private static final Set<Scope> OF_A_SOCKET = EnumSet.of(Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM);

    private HeadlineDevices() {}

    /**
     * Chooses the series to add, as their sensors are now. Those that stand still or are doubted count only where there is
     * nothing else. A device that two collectors read counts once, with the stronger provenance; where anything of a scope is
     * measured, what is only estimated of that scope is left out, and so is an estimate of the processor beside a graphics
     * processor that is measured: the sum would be no more than an estimate. Scopes that contain others are never added to
     * them: modules take the place of packages and memory where no graphics processor is measured on its own; a system on
     * chip, or else the platform, stands in where nothing that adds up is measured at all.
     *
     * @param series all there are
     * @return those to add, in their order; of the platform one at most
     */
    public static List<DeviceSeries> choose(Collection<DeviceSeries> series) {
        List<DeviceSeries> distinct = distinct(series);
        List<DeviceSeries> chosen = chooseAmong(distinct.stream().filter(HeadlineDevices::isUsable).toList());
        return chosen.isEmpty() ? chooseAmong(distinct) : chosen;
    }

    private static List<DeviceSeries> chooseAmong(List<DeviceSeries> series) {
        List<DeviceSeries> additive = series.stream().filter(one -> one.device().scope().isAdditive()).toList();
        boolean graphics = additive.stream().anyMatch(one -> one.device().scope() == Scope.GPU && isMeasured(one));
        List<DeviceSeries> modules = graphics ? List.of() : measured(Scope.MODULE, series);
        if (!modules.isEmpty()) {
            return modules;
        }
        if (graphics) {
            return additive.stream().filter(HeadlineDevices::isMeasured).toList();
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
        return platform.map(List::of).orElse(additive);
    }

    private static List<DeviceSeries> measured(Scope scope, List<DeviceSeries> series) {
        return series.stream().filter(one -> one.device().scope() == scope && isMeasured(one)).toList();
    }

    /** Returns whether figures may rest on it: it is read, or was until it was lost, and nothing speaks against it. */
    private static boolean isUsable(DeviceSeries series) {
        return series.standing() != Standing.UNUSABLE;
    }

    /**
     * Returns the series that speak of one scope of the machine: the usable ones of those that are distinct, or else all.
     *
     * @param scope  the scope
     * @param series all there are
     * @return those to add, in their order
     */
    public static List<DeviceSeries> of(Scope scope, Collection<DeviceSeries> series) {
        List<DeviceSeries> all = distinct(series).stream().filter(one -> one.device().scope() == scope).toList();
        List<DeviceSeries> usable = all.stream().filter(HeadlineDevices::isUsable).toList();
        return usable.isEmpty() ? all : usable;
    }

    private static boolean isMeasured(DeviceSeries series) {
        return series.device().provenance() != Provenance.ESTIMATED;
    }

    /**
     * Leaves out series that would count a device twice, or mix an estimate into measured joules, within each scope. A
     * counter that stands still or is doubted gives way to the device's power, and all of a scope to an estimate. A device of
     * a processor that is named by its scope alone is the sum over all sockets, and is left out where they are measured one by
     * one. A sensor that stands still or is doubted stays in the list if it is the best of its device.
     *
     * @param series all there are
     * @return one for each device, in their order
     */
    public static List<DeviceSeries> distinct(Collection<DeviceSeries> series) {
        // Asked once: a sensor may prove itself at any moment.
        IdentityHashMap<DeviceSeries, Standing> standings = new IdentityHashMap<>();
        series.forEach(one -> standings.put(one, one.standing()));
        Map<String, DeviceSeries> best = new HashMap<>();
        Set<Scope> measured = EnumSet.noneOf(Scope.class);
        Set<Scope> single = EnumSet.noneOf(Scope.class);
        for (DeviceSeries one : series) {
            MeteredDevice device = one.device();
            if (isMeasured(one) && standings.get(one) != Standing.UNUSABLE) {
                measured.add(device.scope());
                if (!isSum(device)) {
                    single.add(device.scope());
                }
            }
            best.merge(key(device), one, (first, second) -> isStronger(second, first, standings) ? second : first);
        }
        List<DeviceSeries> chosen = new ArrayList<>();
        for (DeviceSeries one : series) {
            MeteredDevice device = one.device();
            boolean onlyGuessed = !isMeasured(one) && measured.contains(device.scope());
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

    /** Of two powers the one that is no mean over a time is stronger. */
    private static boolean isStronger(DeviceSeries one, DeviceSeries other,
            IdentityHashMap<DeviceSeries, Standing> standings) {
        return Comparator.<DeviceSeries, Standing>comparing(standings::get)
                .thenComparing(series -> series.device().provenance())
                .thenComparingLong(series -> series.device().averagingNanos()).compare(one, other) < 0;
    }
}
