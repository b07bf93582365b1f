package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Prometheus node exporter's RAPL collector, which reads powercap on request: its readings are no older than the
 * request. A metric is named after the zone, with its trailing number as the label {@code index}. Devices have the
 * names that our own collector {@code powercap} gives them. The range of a counter is not on the page, so each time a
 * counter restarts, one step is unknown and flagged RESET.
 */
final class NodeExporter implements Exporter {
    private static final Pattern METRIC = Pattern.compile("node_rapl_([a-z0-9_]+)_joules_total");
    private static final Pattern DIE = Pattern.compile("package_(\\d+)_die_(\\d+)");
    private static final Pattern SUBZONE = Pattern.compile("(.*intel-rapl:\\d+):\\d+");
    /** A second zone of the same packages. */
    private static final String TWIN = "intel-rapl-mmio";
    private static final String PACKAGE = "package";

    @Override
    public String name() {
        return "node exporter with --collector.rapl (node_rapl_..._joules_total)";
    }

    @Override
    public boolean reads(String metric) {
        return METRIC.matcher(metric).matches();
    }

    @Override
    public String metrics() {
        return METRIC.pattern();
    }

    @Override
    public Duration interval(Exposition page, Optional<Duration> collection) {
        return Duration.ofSeconds(1);
    }

    /** Without this query each request runs all of the exporter's collectors, on the measured machine. */
    @Override
    public Optional<String> query() {
        return Optional.of("collect%5B%5D=rapl");
    }

    @Override
    public List<Measure> measures(Exposition page) {
        List<Measure> measures = new ArrayList<>();
        for (Series series : page.series()) {
            Optional<String> zone = zone(series).filter(known -> !series.label("path").orElse("").contains(TWIN));
            zone.flatMap(NodeExporter::scope).ifPresent(scope -> {
                MetricMapping meaning = MetricMapping.of(series.metric(), scope, Quantity.ENERGY_COUNTER, 1);
                measures.add(meaning.measure(device(zone.get(), scope, series, page), series, Optional.empty()));
            });
        }
        return measures;
    }

    private static Optional<String> zone(Series series) {
        Matcher metric = METRIC.matcher(series.metric());
        return metric.matches() ? Optional.of(metric.group(1)) : Optional.empty();
    }

    private static Optional<Scope> scope(String zone) {
        return switch (zone) {
            case "dram" -> Optional.of(Scope.DRAM);
            case "core" -> Optional.of(Scope.CORE);
            case "uncore" -> Optional.of(Scope.UNCORE);
            case "psys" -> Optional.of(Scope.PSYS);
            default -> zone.equals(PACKAGE) || DIE.matcher(zone).matches()
                    ? Optional.of(Scope.PACKAGE)
                    : Optional.empty();
        };
    }

    private static String device(String zone, Scope scope, Series series, Exposition page) {
        return switch (scope) {
            case PSYS -> zone;
            case PACKAGE -> packageName(zone, series);
            default -> parent(series, page).orElseGet(() -> numbered(series)) + "-" + zone;
        };
    }

    private static String packageName(String zone, Series series) {
        Matcher die = DIE.matcher(zone);
        return die.matches() ? "package-" + die.group(1) + "-die-" + die.group(2) : numbered(series);
    }

    private static String numbered(Series series) {
        return "package-" + series.label("index").orElse("0");
    }

    /** Finds the package whose zone contains this one. Exporters before 1.0 show no paths. */
    private static Optional<String> parent(Series series, Exposition page) {
        Matcher subzone = SUBZONE.matcher(series.label("path").orElse(""));
        if (!subzone.matches()) {
            return Optional.empty();
        }
        return page.series().stream().filter(one -> one.label("path").equals(Optional.of(subzone.group(1))))
                .flatMap(one -> zone(one).filter(zone -> scope(zone).equals(Optional.of(Scope.PACKAGE)))
                        .map(zone -> packageName(zone, one)).stream())
                .findFirst();
    }
}
