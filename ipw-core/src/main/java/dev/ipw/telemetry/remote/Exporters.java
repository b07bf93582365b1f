package dev.ipw.telemetry.remote;

import java.util.List;
import java.util.stream.Collectors;

/** The known exporters. */
final class Exporters {
    /** All exporters; where two show the same quantity of a device, the first of them counts. */
    static final List<Exporter> ALL = List.of(new IpwExporter(), new DcgmExporter(), new AmdExporter(),
            new NodeExporter(), new KeplerExporter());

    private Exporters() {}

    /** Returns a regular expression of all metrics that are read. */
    static String metrics() {
        return ALL.stream().map(Exporter::metrics).collect(Collectors.joining("|"));
    }

    /** Returns whether one of several reads a metric. */
    static boolean reads(List<Exporter> exporters, String metric) {
        for (Exporter exporter : exporters) {
            if (exporter.reads(metric)) {
                return true;
            }
        }
        return false;
    }
}
