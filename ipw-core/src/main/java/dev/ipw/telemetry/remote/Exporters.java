package dev.ipw.telemetry.remote;

import java.util.List;

/** The known exporters. */
final class Exporters {
    /** All exporters; where two show the same quantity of a device, the first of them counts. */
    static final List<Exporter> ALL = List.of(new IpwExporter(), new DcgmExporter(), new AmdExporter(),
            new NodeExporter(), new KeplerExporter());

    private Exporters() {}

    /** Returns whether one of several reads a metric. */
    static boolean reads(List<Exporter> exporters, String metric) {
        return exporters.stream().anyMatch(exporter -> exporter.reads(metric));
    }
}
