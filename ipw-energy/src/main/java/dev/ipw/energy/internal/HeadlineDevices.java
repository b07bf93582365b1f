package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries.Standing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The choice of devices whose joules add up to the headline figure, each device once: those whose scopes contain no
 * other, or the devices that contain them where they are not measured themselves. If a sensor stands still or is
 * doubted, its device uses the next best one: its power, or an estimate.
 */
public final class HeadlineDevices {
    /** The headline's scope where the processor package is only estimated. */
    public static final String CPU_ESTIMATE = "cpu-estimate";
    /** The headline's scope without any device. */
    public static final String NONE = "none";
    private static final Set<Scope> OF_A_SOCKET = EnumSet.of(Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM);

    private HeadlineDevices() {}

    /**
     * Chooses the series to add, by the current state of their sensors. Series that stand still or are doubted count
     * only where there is no other. A device that two collectors read counts once, with the stronger provenance. Where
     * any device of a scope is measured, estimates of that scope are left out, and so is an estimate of the processor
     * beside a measured graphics processor: the sum would be no more than an estimate. Scopes that contain others are
     * never added to them: modules replace packages and memory where no graphics processor is measured on its own; a
     * system on chip, or else the platform, is used where no scope that adds up is measured at all.
     *
     * @param series all series
     * @return the series to add, in their order; at most one of the platform
     */
    public static List<DeviceSeries> choose(Collection<DeviceSeries> series) {
        return selectNow(series).headline();
    }

    /**
     * The devices chosen by one look at all sensors, which may prove themselves at any moment.
     *
     * @param distinct one series for each device
     * @param headline the series among them that the headline adds
     */
    public record Selection(List<DeviceSeries> distinct, List<DeviceSeries> headline) {
        /** Copies the lists. */
        public Selection {
            distinct = List.copyOf(distinct);
            headline = List.copyOf(headline);
        }
    }

    /**
     * Selects as {@link #distinct} and {@link #choose} do, by one look at all sensors.
     *
     * @param series all series
     * @return the devices by the current state of their sensors
     */
    public static Selection selectNow(Collection<DeviceSeries> series) {
        return select(series, DeviceSeries::standing);
    }

    /**
     * Selects for a past time: later behaviour of a sensor has no influence, unless it had not proved itself by then.
     *
     * @param series all series
     * @param nanos  returns the end of the time, for each device
     * @return the devices by the state of their sensors then
     */
    public static Selection selectAt(Collection<DeviceSeries> series, ToLongFunction<DeviceSeries> nanos) {
        return select(series, one -> one.standingAt(nanos.applyAsLong(one)));
    }

    private static Selection select(Collection<DeviceSeries> series, Function<DeviceSeries, Standing> standing) {
        IdentityHashMap<DeviceSeries, Standing> standings = look(series, standing);
        List<DeviceSeries> distinct = distinct(series, standings);
        List<DeviceSeries> chosen = chooseAmong(
                distinct.stream().filter(one -> standings.get(one) != Standing.UNUSABLE).toList());
        return new Selection(distinct, chosen.isEmpty() ? chooseAmong(distinct) : chosen);
    }

    private static IdentityHashMap<DeviceSeries, Standing> look(Collection<DeviceSeries> series,
            Function<DeviceSeries, Standing> standing) {
        IdentityHashMap<DeviceSeries, Standing> standings = new IdentityHashMap<>();
        series.forEach(one -> standings.put(one, standing.apply(one)));
        return standings;
    }

    private static List<DeviceSeries> chooseAmong(List<DeviceSeries> series) {
        List<DeviceSeries> additive = series.stream().filter(one -> one.device().scope().isAdditive()).toList();
        boolean graphics = additive.stream().anyMatch(one -> one.device().scope() == Scope.GPU && isMeasured(one));
        List<DeviceSeries> modules = graphics ? List.of() : measured(Scope.MODULE, series);
        if (!modules.isEmpty()) {
            return modules;
        }
        if (additive.stream().anyMatch(HeadlineDevices::isMeasured)) {
            return graphics ? additive.stream().filter(HeadlineDevices::isMeasured).toList() : additive;
        }
        List<DeviceSeries> chips = measured(Scope.SOC, series);
        if (!chips.isEmpty()) {
            return chips;
        }
        // Two sensors of the whole platform measure the same joules.
        Optional<DeviceSeries> platform = measured(Scope.PSYS, series).stream()
                .min(Comparator.comparing(one -> one.device().provenance()));
        return platform.map(List::of).orElse(additive);
    }

    private static List<DeviceSeries> measured(Scope scope, List<DeviceSeries> series) {
        return series.stream().filter(one -> one.device().scope() == scope && isMeasured(one)).toList();
    }

    /**
     * Returns the series of one scope of the machine: the usable ones of those that are distinct, or else all.
     *
     * @param scope  the scope
     * @param series all series
     * @return the series to add, in their order
     */
    public static List<DeviceSeries> of(Scope scope, Collection<DeviceSeries> series) {
        IdentityHashMap<DeviceSeries, Standing> standings = look(series, DeviceSeries::standing);
        List<DeviceSeries> all = distinct(series, standings).stream().filter(one -> one.device().scope() == scope)
                .toList();
        List<DeviceSeries> usable = all.stream().filter(one -> standings.get(one) != Standing.UNUSABLE).toList();
        return usable.isEmpty() ? all : usable;
    }

    private static boolean isMeasured(DeviceSeries series) {
        return series.device().provenance() != Provenance.ESTIMATED;
    }

    /**
     * Returns the series without those that would count a device twice, or mix an estimate into measured joules, within
     * each scope. A counter that stands still or is doubted is replaced by the device's power, and all sensors of a
     * scope by an estimate. A device of a processor that is named by its scope alone is the sum over all sockets, and
     * is left out where they are measured one by one. A sensor that stands still or is doubted stays in the list if it
     * is the best of its device.
     *
     * @param series all series
     * @return one series for each device, in their order
     */
    public static List<DeviceSeries> distinct(Collection<DeviceSeries> series) {
        return selectNow(series).distinct();
    }

    private static List<DeviceSeries> distinct(Collection<DeviceSeries> series,
            IdentityHashMap<DeviceSeries, Standing> standings) {
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
     * Returns the name of the headline's devices.
     *
     * @param chosen  the devices that are added
     * @param present the number of devices of each scope, whether or not their joules are known
     * @return for example {@code gpu+package+dram}, {@code gpu (1 of 2)} where the joules of another are not known, or
     *         {@code cpu-estimate} where the package is only estimated; {@code none} if there is no device
     */
    public static String label(Collection<DeviceSeries> chosen, Map<Scope, Integer> present) {
        TreeSet<Scope> scopes = new TreeSet<>();
        boolean guessed = false;
        for (DeviceSeries one : chosen) {
            scopes.add(one.device().scope());
            guessed |= one.device().scope() == Scope.PACKAGE && one.device().provenance() == Provenance.ESTIMATED;
        }
        List<String> labels = new ArrayList<>();
        for (Scope scope : scopes) {
            long counted = chosen.stream().filter(one -> one.device().scope() == scope).count();
            int all = present.getOrDefault(scope, 0);
            labels.add(guessed && scope == Scope.PACKAGE
                    ? CPU_ESTIMATE
                    : counted < all ? scope.label() + " (" + counted + " of " + all + ")" : scope.label());
        }
        return labels.isEmpty() ? NONE : String.join("+", labels);
    }

    /**
     * Returns the devices of each scope that are measured one by one.
     *
     * @param series all series
     * @return the devices, also those with unusable sensors; no entry for a scope that is known only as a sum
     */
    public static Map<Scope, Set<String>> present(Collection<DeviceSeries> series) {
        Map<Scope, Set<String>> present = new EnumMap<>(Scope.class);
        series.stream().map(DeviceSeries::device)
                .filter(device -> device.provenance() != Provenance.ESTIMATED && !isSum(device))
                .forEach(
                        device -> present.computeIfAbsent(device.scope(), first -> new HashSet<>()).add(device.name()));
        return present;
    }

    /** Returns whether a device is the sum over all sockets, which is named by its scope alone. */
    static boolean isSum(MeteredDevice device) {
        return OF_A_SOCKET.contains(device.scope()) && device.name().equals(device.scope().label());
    }

    private static String key(MeteredDevice device) {
        return device.scope() + " " + device.name();
    }

    /** Of two power sensors, one that does not average over time is stronger. */
    private static boolean isStronger(DeviceSeries one, DeviceSeries other,
            IdentityHashMap<DeviceSeries, Standing> standings) {
        return Comparator.<DeviceSeries, Standing>comparing(standings::get)
                .thenComparing(series -> series.device().provenance())
                .thenComparingLong(series -> series.device().averagingNanos()).compare(one, other) < 0;
    }
}
