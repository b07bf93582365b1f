package dev.ipw.cli.progress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The latest watts of each device, drawn as a line of bars. */
final class PowerHistory {
    private static final int MAX_KEPT = 240;
    private static final String BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";

    private final Map<String, List<Double>> byDevice = new LinkedHashMap<>();
    private int moments;

    /** Adds the watts of devices at one moment; those of devices that are missing in the map are unknown. */
    void add(Map<String, Double> watts) {
        watts.keySet().forEach(device -> byDevice.computeIfAbsent(device, _ -> unknown(moments)));
        moments = Math.min(MAX_KEPT, moments + 1);
        byDevice.forEach((device, values) -> {
            values.add(watts.getOrDefault(device, Double.NaN));
            if (values.size() > MAX_KEPT) {
                values.removeFirst();
            }
        });
    }

    private static List<Double> unknown(int count) {
        List<Double> values = new ArrayList<>();
        for (int moment = 0; moment < count; moment++) {
            values.add(Double.NaN);
        }
        return values;
    }

    /** Returns the devices in the order in which they first appeared. */
    List<String> devices() {
        return List.copyOf(byDevice.keySet());
    }

    /** Returns the latest watts of a device; NaN if unknown. */
    double latest(String device) {
        return byDevice.getOrDefault(device, List.of(Double.NaN)).getLast();
    }

    /** Returns the maximum watts in a device's line. */
    double highest(String device, int columns) {
        return shown(device, columns).stream().filter(Double::isFinite).mapToDouble(Double::doubleValue).max()
                .orElse(Double.NaN);
    }

    /** Draws the latest watts of a device, from 0 to their maximum; a moment with unknown watts is blank. */
    String bars(String device, int columns) {
        double highest = highest(device, columns);
        return shown(device, columns).stream().map(watts -> bar(watts, highest)).collect(Collectors.joining());
    }

    private static String bar(double watts, double highest) {
        if (!Double.isFinite(watts)) {
            return " ";
        }
        int level = highest > 0 ? (int) Math.ceil(watts / highest * BARS.length()) : 1;
        return String.valueOf(BARS.charAt(Math.clamp(level, 1, BARS.length()) - 1));
    }

    private List<Double> shown(String device, int columns) {
        List<Double> all = byDevice.getOrDefault(device, List.of());
        return all.subList(Math.max(0, all.size() - Math.max(0, columns)), all.size());
    }
}
