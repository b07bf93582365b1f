package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kepler's figures of a node; those of containers and pods are shares of them. From 0.10 on the zone is a label, it
 * collects each 5 s, and zones with the same name on several sockets appear as one sum. Before, each zone had a metric
 * of its own, collected each 3 s and split into {@code idle} and {@code dynamic}, which add up. Where its label
 * {@code source} names a model, the zone was not measured and is left out, as is the platform, which a BMC may have
 * measured at any interval. Reading the page more often than it collects makes it scan all processes again, on the
 * measured machine.
 */
final class KeplerExporter implements Exporter {
    private static final String ZONES = "kepler_node_cpu_joules_total";
    private static final String GPU = "kepler_node_gpu_joules_total";
    private static final String GPU_INFO = "kepler_node_gpu_info";
    private static final Pattern OLD_ZONE = Pattern.compile("kepler_node_(package|dram|core|uncore)_joules_total");
    private static final Pattern SOCKET = Pattern.compile(".*intel-rapl:(\\d+)(:\\d+)?");
    private static final Duration COLLECTION = Duration.ofSeconds(5);
    private static final Duration OLD_COLLECTION = Duration.ofSeconds(3);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "Kepler (kepler_node_cpu_joules_total, kepler_node_package_joules_total)";
    }

    @Override
    public boolean reads(String metric) {
        return metric.equals(ZONES) || metric.equals(GPU) || metric.equals(GPU_INFO)
                || OLD_ZONE.matcher(metric).matches();
    }

    @Override
    public String metrics() {
        return String.join("|", ZONES, GPU, GPU_INFO, OLD_ZONE.pattern());
    }

    @Override
    public Duration interval(Exposition page, Optional<Duration> collection) {
        Duration own = page.of(ZONES).isEmpty() ? OLD_COLLECTION : COLLECTION;
        return collection.filter(interval -> interval.compareTo(SHORTEST) >= 0).orElse(own);
    }

    @Override
    public List<Measure> measures(Exposition page) {
        List<Measure> measures = new ArrayList<>();
        for (Series series : page.series()) {
            Matcher old = OLD_ZONE.matcher(series.metric());
            if (series.metric().equals(ZONES)) {
                series.label("zone").ifPresent(zone -> ofZone(zone, series, measures));
            } else if (old.matches() && !isModelled(series)) {
                ofOldZone(old.group(1), series, measures);
            } else if (series.metric().equals(GPU) && !isModelled(series)) {
                ofGpu(series, measures);
            }
        }
        return measures;
    }

    private static boolean isModelled(Series series) {
        String source = series.label("source").orElse("").toLowerCase(Locale.ROOT);
        return source.contains("model") || source.contains("estimat");
    }

    private static void ofZone(String zone, Series series, List<Measure> measures) {
        scope(zone).ifPresent(scope -> {
            Matcher socket = SOCKET.matcher(series.label("path").orElse(""));
            Optional<String> number = socket.matches() ? Optional.of(socket.group(1)) : Optional.empty();
            measures.add(counter(scope).measure(device(scope, number), series, Optional.of(COLLECTION)));
        });
    }

    private static void ofOldZone(String zone, Series series, List<Measure> measures) {
        scope(zone).ifPresent(scope -> measures.add(MetricMapping.of(series.metric(), scope, Quantity.ENERGY_COUNTER, 1)
                .addingUp().measure(device(scope, series.label("package")), series, Optional.of(OLD_COLLECTION))));
    }

    private static void ofGpu(Series series, List<Measure> measures) {
        Optional<String> uuid = series.label("gpu_uuid");
        Optional<String> device = uuid.or(() -> series.label("index").map(index -> "gpu-" + index));
        MetricMapping meaning = MetricMapping.of(GPU, Scope.GPU, Quantity.ENERGY_COUNTER, 1);
        device.ifPresent(name -> measures.add((uuid.isPresent() ? meaning : meaning.addingUp()).measure(name, series,
                Optional.of(uuid.isPresent() ? COLLECTION : OLD_COLLECTION))));
    }

    private static MetricMapping counter(Scope scope) {
        return MetricMapping.of(ZONES, scope, Quantity.ENERGY_COUNTER, 1);
    }

    private static Optional<Scope> scope(String zone) {
        return switch (zone) {
            case "package" -> Optional.of(Scope.PACKAGE);
            case "dram" -> Optional.of(Scope.DRAM);
            case "core" -> Optional.of(Scope.CORE);
            case "uncore" -> Optional.of(Scope.UNCORE);
            case "psys" -> Optional.of(Scope.PSYS);
            default -> Optional.empty();
        };
    }

    /** Without a socket number the value is the sum over all sockets, named by its scope alone. */
    private static String device(Scope scope, Optional<String> socket) {
        if (scope == Scope.PSYS || socket.isEmpty()) {
            return scope.label();
        }
        return "package-" + socket.get() + (scope == Scope.PACKAGE ? "" : "-" + scope.label());
    }

    @Override
    public List<DeviceInfo> devices(Exposition page) {
        List<DeviceInfo> devices = new ArrayList<>();
        for (Series series : page.of(GPU_INFO)) {
            Optional<String> name = series.label("gpu_name");
            if (name.isPresent()) {
                series.label("gpu_uuid").ifPresent(uuid -> devices.add(new DeviceInfo(uuid, name.get(),
                        series.label("vendor"), series.number("gpu"), Map.of())));
            }
        }
        return devices;
    }
}
