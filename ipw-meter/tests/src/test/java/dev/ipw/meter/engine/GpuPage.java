package dev.ipw.meter.engine;

import java.util.Locale;

/** The devices of an engine as exporters show them. */
final class GpuPage {
    private static final double JOULES_PER_COUNT = 1e-3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LiveEngine engine;
    private final long[] firstCounts;

    GpuPage(LiveEngine engine) {
        this.engine = engine;
        long now = System.nanoTime();
        firstCounts = engine.sensors().stream().mapToLong(sensor -> sensor.millijoulesAt(now)).toArray();
    }

    /** Returns the permanent name of a device. */
    static String name(int device) {
        return String.format(Locale.ROOT, "GPU-5c217ed0-0000-4000-8000-%012d", device);
    }

    /** Returns the page of NVIDIA's DCGM exporter; a sensor of power has no counter. */
    String dcgm() {
        StringBuilder page = new StringBuilder();
        long now = System.nanoTime();
        if (!engine.profile().sensor().showsPower()) {
            head(page, "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "counter", "Total energy in mJ.");
            for (int i = 0; i < engine.sensors().size(); i++) {
                line(page, "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", i,
                        Long.toString(engine.sensors().get(i).millijoulesAt(now)));
            }
        }
        head(page, "DCGM_FI_DEV_POWER_USAGE", "gauge", "Power in W.");
        for (int i = 0; i < engine.sensors().size(); i++) {
            line(page, "DCGM_FI_DEV_POWER_USAGE", i,
                    String.format(Locale.ROOT, "%.3f", engine.sensors().get(i).wattsAt(now)));
        }
        return page.toString();
    }

    private static void head(StringBuilder page, String metric, String type, String help) {
        page.append("# HELP ").append(metric).append(' ').append(help).append("\n# TYPE ").append(metric).append(' ')
                .append(type).append('\n');
    }

    private static void line(StringBuilder page, String metric, int device, String value) {
        page.append(metric).append("{gpu=\"").append(device).append("\",UUID=\"").append(name(device))
                .append("\",device=\"nvidia").append(device)
                .append("\",modelName=\"Scripted GPU\",Hostname=\"scripted\"} ").append(value).append('\n');
    }

    /**
     * Returns the answer of TensorRT-LLM's {@code /energy_metrics}: the joules of all devices since the server began, and
     * the seconds of its own clock.
     */
    String energyMetrics() {
        long now = System.nanoTime();
        long counts = 0;
        for (int i = 0; i < firstCounts.length; i++) {
            counts += engine.sensors().get(i).millijoulesAt(now) - firstCounts[i];
        }
        return String.format(Locale.ROOT, "{\"total_energy_j\":%.4f,\"query_time\":%.9f}", counts * JOULES_PER_COUNT,
                now / NANOS_PER_SECOND);
    }
}
