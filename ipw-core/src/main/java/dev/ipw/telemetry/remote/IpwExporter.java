package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Our own {@code ipw monitor --serve}. It shows the age of each reading, its maximum age, and the steps of its counter.
 * A reading that has become old belongs to a sensor that does not answer there. A counter without hardware is not read
 * as one: if it was integrated from power, the power is read and integrated here; if it was estimated, both are left
 * out.
 */
final class IpwExporter implements Exporter {
    private static final String ENERGY = "ipw_energy_joules_total";
    private static final String POWER = "ipw_power_watts";
    private static final String MEASURED = "measured";
    private static final String ESTIMATED = "estimated";
    private static final String AGE = "ipw_sample_age_seconds";
    private static final String STEP = "ipw_update_period_seconds";
    private static final String RESOLUTION = "ipw_resolution_seconds";
    private static final String INFO = "ipw_device_info";
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration DEFAULT_STEP = Duration.ofMillis(100);
    private static final Duration MIN_AGE = Duration.ofSeconds(2);
    private static final int PERIODS_OLD = 3;
    private static final String OLD = "its reading is stale, so its machine cannot read it now; check ipw "
            + "monitor there, and its driver";
    private static final double NANOS = 1e9;
    private static final double LONGEST_SECONDS = 3600;
    private static final Map<String, Quantity> QUANTITIES = Map.of(ENERGY, Quantity.ENERGY_COUNTER,
            POWER, Quantity.POWER_WATTS, "ipw_temperature_celsius", Quantity.TEMPERATURE_CELSIUS,
            "ipw_utilization_percent", Quantity.UTILIZATION_PERCENT,
            "ipw_memory_used_bytes", Quantity.MEMORY_USED_BYTES, "ipw_memory_total_bytes", Quantity.MEMORY_TOTAL_BYTES,
            "ipw_clock_megahertz", Quantity.CLOCK_MEGAHERTZ, "ipw_throttle_reasons", Quantity.THROTTLE_REASONS);

    @Override
    public String name() {
        return "ipw's monitor (ipw_...)";
    }

    @Override
    public boolean reads(String metric) {
        return QUANTITIES.containsKey(metric) || metric.equals(AGE) || metric.equals(STEP) || metric.equals(RESOLUTION)
                || metric.equals(INFO);
    }

    @Override
    public String metrics() {
        return String.join("|", QUANTITIES.keySet()) + "|" + String.join("|", AGE, STEP, RESOLUTION, INFO);
    }

    @Override
    public Duration interval(Exposition page, Optional<Duration> collection) {
        return INTERVAL;
    }

    @Override
    public List<Measure> measures(Exposition page) {
        List<Measure> measures = new ArrayList<>();
        for (Series series : page.series()) {
            Quantity quantity = QUANTITIES.get(series.metric());
            Optional<Scope> scope = series.label("scope").flatMap(IpwExporter::scope);
            Optional<String> device = series.label("device");
            if (quantity != null && scope.isPresent() && device.isPresent() && isRead(series, page)) {
                String source = series.label("source").or(() -> series.label("collector")).orElse(series.metric());
                Measure measure = MetricMapping.of(source, scope.get(), quantity, 1).measure(device.get(), series,
                        Optional.of(resolution(series, page)));
                measures.add(isOld(series, page) ? measure.lost(OLD) : measure);
            }
        }
        return measures;
    }

    private static Optional<Scope> scope(String label) {
        return Arrays.stream(Scope.values()).filter(scope -> scope.label().equals(label)).findFirst();
    }

    private static boolean isRead(Series series, Exposition page) {
        boolean energy = series.metric().equals(ENERGY);
        return energy
                ? provenance(series).equals(MEASURED)
                : !series.metric().equals(POWER) || counters(series, page).noneMatch(
                        counter -> provenance(counter).equals(ESTIMATED));
    }

    private static String provenance(Series series) {
        return series.label("provenance").orElse(MEASURED).toLowerCase(Locale.ROOT);
    }

    private static Stream<Series> counters(Series of, Exposition page) {
        return page.of(ENERGY).stream().filter(counter -> isOfTheSame(counter, of));
    }

    private static boolean isOfTheSame(Series one, Series other) {
        return one.label("device").equals(other.label("device")) && one.label("scope").equals(other.label("scope"));
    }

    private static Duration resolution(Series series, Exposition page) {
        return step(series, page).plus(oldest(series, page));
    }

    private static Duration step(Series series, Exposition page) {
        return seconds(STEP, series, page).orElse(DEFAULT_STEP);
    }

    /** Returns the maximum age of a reading when it is shown: its current age does not predict the next one. */
    private static Duration oldest(Series series, Exposition page) {
        return seconds(RESOLUTION, series, page).orElse(INTERVAL);
    }

    private static boolean isOld(Series series, Exposition page) {
        Duration slowest = Collections.max(List.of(step(series, page), oldest(series, page)));
        Duration old = Collections.max(List.of(MIN_AGE, slowest.multipliedBy(PERIODS_OLD)));
        return seconds(AGE, series, page).filter(age -> age.compareTo(old) > 0).isPresent();
    }

    private static Optional<Duration> seconds(String metric, Series of, Exposition page) {
        return page.of(metric).stream()
                .filter(one -> isOfTheSame(one, of) && (one.label("collector").isEmpty()
                        || one.label("collector").equals(of.label("collector"))))
                .map(Series::value).filter(seconds -> seconds >= 0).max(Double::compare).map(IpwExporter::duration);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(Math.min(seconds, LONGEST_SECONDS) * NANOS));
    }

    @Override
    public List<DeviceInfo> devices(Exposition page) {
        List<DeviceInfo> devices = new ArrayList<>();
        for (Series series : page.of(INFO)) {
            Optional<String> name = series.label("name");
            if (name.isPresent()) {
                series.label("device").ifPresent(device -> devices.add(
                        new DeviceInfo(device, name.get(), series.label("vendor"), series.number("index"), Map.of())));
            }
        }
        return devices;
    }

    @Override
    public List<String> omissions(Exposition page) {
        return page.of(ENERGY).stream().filter(series -> provenance(series).equals(ESTIMATED))
                .map(series -> "the energy of " + series.label("device").orElse("a device")
                        + " is only estimated on that machine")
                .distinct().toList();
    }
}
