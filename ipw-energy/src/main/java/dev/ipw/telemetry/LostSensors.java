package dev.ipw.telemetry;

import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.DeviceWarnings;
import dev.ipw.energy.internal.SensorOutages;
import dev.ipw.error.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Descriptions of lost sensors: one sentence for all sensors that one device lost for the same reason. */
final class LostSensors {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Loss, Map<String, String>> wordsBySensor = new LinkedHashMap<>();

    /** Adds the device of a series if it is lost. */
    void add(DeviceSeries series) {
        series.lossReason().ifPresent(
                why -> add(series.device().name(), series.device().source(), "energy", why));
    }

    /** Adds a sensor if it is lost. */
    void add(Gauge gauge) {
        Sensor sensor = gauge.sensor();
        gauge.series().lossReason().ifPresent(why -> add(sensor.device(), sensor.source(), words(sensor), why));
    }

    private void add(String device, String sensor, String words, String why) {
        wordsBySensor.computeIfAbsent(new Loss(device, why), first -> new LinkedHashMap<>()).putIfAbsent(sensor, words);
    }

    private static String words(Sensor sensor) {
        String quantity = switch (sensor.quantity()) {
            case ENERGY_COUNTER -> "energy";
            case POWER_WATTS -> "power";
            case SYSTEM_CPU_TIME_NANOS, PROCESS_CPU_TIME_NANOS -> "processor time";
            case LOGICAL_PROCESSORS -> "processors";
            case UTILIZATION_PERCENT -> "utilisation";
            case MEMORY_USED_BYTES -> "memory in use";
            case MEMORY_TOTAL_BYTES -> "memory";
            case TEMPERATURE_CELSIUS -> "temperature";
            case CLOCK_MEGAHERTZ -> "clock";
            case THROTTLE_REASONS -> "throttle reasons";
            case PROCESSES -> "processes";
        };
        return sensor.scope() == Scope.MEMORY ? quantity + " of its memory" : quantity;
    }

    /**
     * Writes the sentences.
     *
     * @param warnings receives the sentences
     * @param devices  the descriptions of the devices
     */
    void addTo(DeviceWarnings warnings, List<DeviceInfo> devices) {
        wordsBySensor.forEach((loss, words) -> {
            String label = label(loss.device, devices);
            List<String> names = Stream.concat(Stream.of(label), words.keySet().stream()).toList();
            warnings.add(loss.device, names, List.of((words.size() == 1
                    ? "The sensor '" + words.keySet().iterator().next() + "' is lost: " + loss.why
                            + ". What it did not read is missing from the figures"
                    : label + ": " + words.values().stream().distinct().collect(Collectors.joining(", "))
                            + " are lost: " + loss.why + ". What they did not read is missing from the figures")
                    + "; " + Setting.PROBE + " says what can be read"));
        });
    }

    /** Returns a sentence on how often, and for how long, a device's joules were not read. */
    static String returned(DeviceSeries series, SensorOutages outages) {
        return String.format(Locale.ROOT, "The sensor '%s' was lost %s and read again, for %.3g s in all: %s. %s",
                series.device().source(), outages.times() == 1 ? "once" : outages.times() + " times",
                outages.total().toNanos() / NANOS_PER_SECOND, outages.reason(),
                series.device().provenance() == Provenance.MEASURED
                        ? "Its counter counted on meanwhile, unless it was reset; figures with an edge in that "
                                + "time are "
                                + "less certain and flagged GAP"
                        : "Figures that hold some of that time are flagged GAP; their joules there are taken from the "
                                + "readings before and after, or missing");
    }

    private static String label(String device, List<DeviceInfo> devices) {
        return devices.stream().filter(info -> info.device().equals(device)).findFirst()
                .map(info -> info.name() + " (" + number(info.index()) + device + ")").orElse("'" + device + "'");
    }

    private static String number(OptionalInt index) {
        return index.isPresent() ? "number " + index.getAsInt() + ", " : "";
    }

    private record Loss(String device, String why) {}
}
