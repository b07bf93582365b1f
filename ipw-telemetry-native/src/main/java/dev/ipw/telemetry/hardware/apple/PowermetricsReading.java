package dev.ipw.telemetry.hardware.apple;

import dev.ipw.energy.ThrottleReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The values of powermetrics for one interval.
 *
 * @param endNanos     the end of the interval, as {@link System#nanoTime()}
 * @param elapsedNanos the length of the interval
 * @param values       the values by field; energy in microjoules since the process was started
 */
record PowermetricsReading(long endNanos, long elapsedNanos, Map<Field, Double> values) {
    private static final double MICROJOULES_PER_MILLIJOULE = 1000;
    private static final double MILLI = 1e-3;
    private static final double PERCENT = 100;
    private static final double MAX_MEGAHERTZ = 1e5;
    private static final double HERTZ_PER_MEGAHERTZ = 1e6;
    private static final String NO_PRESSURE = "Nominal";

    /** Reads a list, and continues the energy counts of the reading before; fields that the list lacks are absent. */
    static PowermetricsReading of(PropertyList list, long endNanos, Map<Field, Double> microjoulesSoFar) {
        Map<Field, Double> values = new EnumMap<>(Field.class);
        for (Field energy : Field.ENERGIES) {
            OptionalDouble millijoules = energy.millijoules(list);
            double before = microjoulesSoFar.getOrDefault(energy, 0.0);
            if (millijoules.isPresent()) {
                values.put(energy, before + millijoules.getAsDouble() * MICROJOULES_PER_MILLIJOULE);
            }
        }
        put(values, Field.CPU_WATTS, list.number("processor.cpu_power"), MILLI);
        put(values, Field.GPU_WATTS, list.number("processor.gpu_power"), MILLI);
        put(values, Field.ANE_WATTS, list.number("processor.ane_power"), MILLI);
        list.number("gpu.idle_ratio").ifPresent(
                idle -> values.put(Field.GPU_BUSY_PERCENT, PERCENT * (1 - Math.min(1, idle))));
        // Some versions write megahertz under this name.
        OptionalDouble frequency = list.number("gpu.freq_hz");
        put(values, Field.GPU_MEGAHERTZ, frequency,
                frequency.orElse(0) < MAX_MEGAHERTZ ? 1 : 1 / HERTZ_PER_MEGAHERTZ);
        list.text("thermal_pressure").ifPresent(pressure -> values.put(Field.THROTTLE_REASONS,
                pressure.equals(NO_PRESSURE) ? 0.0 : (double) ThrottleReason.THERMAL.mask()));
        return new PowermetricsReading(endNanos, (long) list.number("elapsed_ns").orElse(0), values);
    }

    private static void put(Map<Field, Double> values, Field field, OptionalDouble value, double factor) {
        value.ifPresent(number -> values.put(field, number * factor));
    }
}
