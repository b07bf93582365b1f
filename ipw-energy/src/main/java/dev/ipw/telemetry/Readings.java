package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.ConsistencyWatch;
import dev.ipw.energy.internal.DevicePower;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.DeviceWarnings;
import dev.ipw.energy.internal.GaugeSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.ProcessWatch;
import dev.ipw.energy.internal.StuckPower;
import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All readings of a group of sources. The series grow, and so do the lists when a source opens late.
 *
 * @param energy the joules of each device
 * @param gauges the values of each other sensor
 * @param times  the counters of processor time
 */
record Readings(List<DeviceSeries> energy, List<Gauge> gauges, List<ProcessorTime> times) {
    private static final double BUSY_PERCENT = 30;
    // Many sensors do not report whether their power is a mean; the power of graphics boards is a mean over at most a
    // second.
    private static final long LONGEST_AVERAGING_NANOS = 1_000_000_000L;

    Readings {
        energy = new CopyOnWriteArrayList<>(energy);
        gauges = new CopyOnWriteArrayList<>(gauges);
        times = new CopyOnWriteArrayList<>(times);
    }

    /** Adds the readings of another source from now on. */
    void add(Readings later) {
        energy.addAll(later.energy);
        gauges.addAll(later.gauges);
        times.addAll(later.times);
    }

    /** Removes the readings of a source. */
    void remove(Readings gone) {
        energy.removeAll(gone.energy);
        gauges.removeAll(gone.gauges);
        times.removeAll(gone.times);
    }

    /** Combines several groups; common series count once. */
    static Readings of(Collection<Readings> groups) {
        return new Readings(groups.stream().flatMap(group -> group.energy.stream()).distinct().toList(),
                groups.stream().flatMap(group -> group.gauges.stream()).distinct().toList(),
                groups.stream().flatMap(group -> group.times.stream()).distinct().toList());
    }

    /** Returns the readings of some devices. */
    Readings of(Predicate<String> wanted) {
        return new Readings(energy.stream().filter(series -> wanted.test(series.device().name())).toList(),
                gauges.stream().filter(gauge -> wanted.test(gauge.sensor().device())).toList(),
                times.stream().filter(time -> wanted.test(time.sensor().device())).toList());
    }

    /**
     * Counts the devices of each scope, also those without joules: a GPU without a sensor of energy or power is known
     * by its other sensors.
     */
    Map<Scope, Integer> present() {
        Map<Scope, Set<String>> present = HeadlineDevices.present(energy);
        gauges.stream().map(Gauge::sensor).filter(sensor -> sensor.scope() == Scope.GPU)
                .forEach(sensor -> present.computeIfAbsent(Scope.GPU, first -> new HashSet<>()).add(sensor.device()));
        return present.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, scope -> scope.getValue().size()));
    }

    /** Lists the series that the headline adds up. */
    List<DeviceSeries> headline() {
        return HeadlineDevices.choose(energy);
    }

    /** Lists the series of the devices, each device once. */
    List<DeviceSeries> distinct() {
        return HeadlineDevices.distinct(energy);
    }

    /** Lists the devices of one scope, each once. */
    List<DeviceSeries> energy(Scope scope) {
        return HeadlineDevices.of(scope, energy);
    }

    /**
     * Returns a sentence for each device with lost sensors, and for each counter that is wrong or misread, with the
     * reason; one sentence for all devices with the same text.
     *
     * @param devices the descriptions of the devices
     */
    List<String> losses(List<DeviceInfo> devices) {
        LostSensors lost = new LostSensors();
        List<DeviceSeries> each = distinct();
        each.forEach(lost::add);
        gauges.forEach(lost::add);
        DeviceWarnings warnings = new DeviceWarnings();
        lost.addTo(warnings, devices);
        each.forEach(series -> warn(warnings, series,
                series.outages().stream().map(outages -> LostSensors.returned(series, outages))));
        energy.stream().filter(series -> series.state().isRefuted() || series.isOverdue())
                .forEach(series -> warn(warnings, series, Stream.of(refuted(series))));
        energy.stream().filter(series -> series.leftOutReadings() > 0)
                .forEach(series -> warn(warnings, series, Stream.of(series.leftOutReadings()
                        + " readings of the counter '" + series.device().source()
                        + "' did not fit those around them and are left out. Figures across them are flagged GAP")));
        return warnings.sentences();
    }

    private static void warn(DeviceWarnings all, DeviceSeries series, Stream<String> sentences) {
        all.add(series.device().name(), List.of(series.device().source()), sentences.toList());
    }

    private String refuted(DeviceSeries series) {
        return "The sensor '" + series.device().source() + "' " + series.state().words() + ": "
                + series.stateReason().orElse("it measures again") + ". " + consequence(series);
    }

    private String consequence(DeviceSeries series) {
        MeteredDevice device = series.device();
        List<DeviceSeries> chosen = headline().stream().filter(other -> other.state().isUsable())
                .toList();
        return chosen.stream()
                .filter(other -> other.isOf(device) || other.device().provenance() == Provenance.ESTIMATED)
                .findFirst().map(other -> "'" + other.device().source() + "' counts instead")
                .orElse(chosen.isEmpty() || device.scope().isAdditive()
                        ? "What its device used is missing from the figures"
                        : "The figures do without it");
    }

    /**
     * Compares a device's joules with its other readings: power of an instant rather than of a mean, and the number of
     * processes that used it.
     */
    List<EnergyFinding> findings(DeviceSeries series, TimeSpan span) {
        Stream<EnergyFinding> disagreements = series.device().provenance() == Provenance.MEASURED
                && !isPowerDoubted(series)
                        ? gauges(series, Quantity.POWER_WATTS)
                                .min(Comparator.comparingLong(gauge -> ageNanos(gauge.sensor())))
                                .map(power -> ConsistencyWatch.compare(series, power.series(), ageNanos(power.sensor()),
                                        span))
                                .orElse(List.of()).stream()
                        : Stream.empty();
        Stream<EnergyFinding> shared = gauges(series, Quantity.PROCESSES).findFirst()
                .map(processes -> ProcessWatch.find(series.device().name(), processes.series(), span))
                .orElse(List.of()).stream();
        Stream<EnergyFinding> stuck = gauges(series, Quantity.UTILIZATION_PERCENT).findFirst()
                .flatMap(busy -> StuckPower.find(series, work(busy.series(), span))).stream();
        return Stream.of(disagreements, shared, stuck).flatMap(Function.identity()).toList();
    }

    /** Lists the times at which a device was busy, according to its own utilization. */
    private static List<TimeSpan> work(GaugeSeries utilizationPercent, TimeSpan span) {
        long[] moments = utilizationPercent.momentsWithin(span.startNanos(), span.endNanos());
        return IntStream.range(1, moments.length)
                .filter(i -> utilizationPercent.valueAt(moments[i]).orElse(0) >= BUSY_PERCENT
                        && utilizationPercent.valueAt(moments[i - 1]).orElse(0) >= BUSY_PERCENT)
                .mapToObj(i -> new TimeSpan(moments[i - 1], moments[i])).toList();
    }

    private boolean isPowerDoubted(DeviceSeries counter) {
        return energy.stream().filter(other -> other.device().provenance() == Provenance.INTEGRATED)
                .filter(other -> other.isOf(counter.device())).anyMatch(DeviceSeries::isDoubted);
    }

    private Stream<Gauge> gauges(DeviceSeries series, Quantity quantity) {
        return gauges.stream().filter(gauge -> gauge.sensor().quantity() == quantity
                && gauge.sensor().device().equals(series.device().name())
                && gauge.sensor().scope() == series.device().scope());
    }

    /** Returns the maximum age of a power reading: the time over which it may be a mean, plus its resolution. */
    static long ageNanos(Sensor power) {
        return power.averagingNanos().orElse(LONGEST_AVERAGING_NANOS) + power.resolutionNanos().orElse(0);
    }

    Optional<Statistics> statistics(Sensor sensor, long startNanos, long endNanos) {
        return gauges.stream().filter(gauge -> gauge.sensor().equals(sensor)).findFirst()
                .flatMap(gauge -> Statistics.of(gauge.valuesWithin(startNanos, endNanos)));
    }

    Optional<Statistics> statistics(Quantity quantity, Scope scope, long startNanos, long endNanos) {
        Map<String, GaugeSeries> byDevice = byDevice(quantity, scope);
        if (byDevice.isEmpty()) {
            return quantity == Quantity.POWER_WATTS
                    ? DevicePower.over(energy(scope), startNanos, endNanos)
                    : Optional.empty();
        }
        Optional<Statistics> plain = Statistics.of(values(quantity, scope, startNanos, endNanos));
        OptionalDouble average = quantity == Quantity.POWER_WATTS
                ? averageWatts(scope, byDevice.keySet(), startNanos, endNanos)
                : OptionalDouble.empty();
        return average.isEmpty()
                ? plain
                : plain.map(known -> new Statistics(average.getAsDouble(), known.maximum(), known.median(),
                        known.minimum()));
    }

    /** Lists the combined values of a scope's devices in an interval; empty if the quantity itself is not read. */
    double[] values(Quantity quantity, Scope scope, long startNanos, long endNanos) {
        List<GaugeSeries> devices = List.copyOf(byDevice(quantity, scope).values());
        if (devices.isEmpty()) {
            return new double[0];
        }
        return Arrays.stream(devices.getFirst().momentsWithin(startNanos, endNanos))
                .mapToObj(moment -> together(quantity, devices, moment)).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
    }

    private Map<String, GaugeSeries> byDevice(Quantity quantity, Scope scope) {
        Map<String, GaugeSeries> byDevice = new LinkedHashMap<>();
        gauges.stream().filter(gauge -> gauge.sensor().quantity() == quantity && gauge.sensor().scope() == scope)
                .forEach(gauge -> byDevice.putIfAbsent(gauge.sensor().device(), gauge.series()));
        return byDevice;
    }

    /**
     * Average power is energy over time where the energy of the same devices is known; readings of power come at
     * irregular times.
     */
    private OptionalDouble averageWatts(Scope scope, Set<String> devices, long startNanos, long endNanos) {
        List<DeviceSeries> metered = energy(scope);
        return metered.stream().map(series -> series.device().name()).collect(Collectors.toSet()).equals(devices)
                ? DevicePower.average(metered, startNanos, endNanos)
                : OptionalDouble.empty();
    }

    /**
     * Combines devices at one moment: power and memory add up, utilization is a mean, and the maximum temperature
     * counts.
     */
    private static OptionalDouble together(Quantity quantity, List<GaugeSeries> devices, long moment) {
        double[] values = devices.stream().map(device -> device.valueAt(moment)).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
        if (values.length < devices.size()) {
            return OptionalDouble.empty();
        }
        return switch (quantity) {
            case UTILIZATION_PERCENT -> DoubleStream.of(values).average();
            case TEMPERATURE_CELSIUS -> DoubleStream.of(values).max();
            default -> OptionalDouble.of(DoubleStream.of(values).sum());
        };
    }
}
