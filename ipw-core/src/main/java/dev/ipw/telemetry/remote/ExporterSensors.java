package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * The sensors of a page, by the exporters that it comes from.
 *
 * @param exporters      the exporters whose metrics it shows
 * @param layout         its sensors, as far as they are wanted
 * @param devices        the descriptions of the wanted devices
 * @param presentDevices the names of its devices, also unwanted ones
 * @param options        select the devices
 * @param naming         names the devices
 */
record ExporterSensors(List<Exporter> exporters, SensorLayout layout, List<DeviceInfo> devices,
        List<String> presentDevices, PrometheusOptions options, DeviceNaming naming) {
    /**
     * Finds the sensors of a page.
     *
     * @param place the collector and the exporter, for the names of the sensors
     */
    static ExporterSensors of(Exposition page, String place, PrometheusOptions options, DeviceNaming naming) {
        List<Exporter> exporters = new ArrayList<>();
        List<Measure> all = new ArrayList<>();
        for (Exporter exporter : Exporters.ALL) {
            List<Measure> measures = exporter.measures(page);
            if (!measures.isEmpty()) {
                exporters.add(exporter);
                all.addAll(measures);
            }
        }
        SensorLayout layout = SensorLayout.of(wanted(all, options, naming),
                sensor -> naming.sensor(sensor, place, options.resolution()));
        List<DeviceInfo> devices = exporters.stream().flatMap(exporter -> exporter.devices(page).stream())
                .map(naming::device).filter(device -> options.wants(device.device())).toList();
        List<String> present = all.stream().map(measure -> naming.of(measure.sensor().device())).distinct().toList();
        return new ExporterSensors(List.copyOf(exporters), layout, devices, present, options, naming);
    }

    /** Reads the wanted measures of another page. */
    List<Measure> measures(Exposition page) {
        return wanted(exporters.stream().flatMap(exporter -> exporter.measures(page).stream()).toList(), options,
                naming);
    }

    private static List<Measure> wanted(List<Measure> measures, PrometheusOptions options, DeviceNaming naming) {
        return measures.stream().filter(measure -> options.wants(naming.of(measure.sensor().device()))).toList();
    }
}
