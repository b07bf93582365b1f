package dev.ipw.telemetry.remote;

import java.util.List;

/** List the exporters that are known. */
final class Exporters {
    /** All of them; where two show the same of a device, the first of them counts. */
    static final List<Exporter> ALL = List.of(new IpwExporter(), new DcgmExporter(), new AmdExporter(),
            new NodeExporter(), new KeplerExporter());

    private Exporters() {}

    /** Return whether one of several reads a metric. */
    static boolean reads(List<Exporter> exporters, String metric) {
        return exporters.stream().anyMatch(exporter -> exporter.reads(metric));
    }
}
