package dev.ipw.profile.internal;

import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The wait between two runs until each device is about as cool as at the start of the first run. Without readable
 * temperatures it lasts for the maximum duration.
 *
 * @param celsius returns each device's current temperature, where it can be read
 */
record CoolDown(Duration longest, Supplier<Map<String, Double>> celsius, Pause pause, Consumer<String> progress) {
    /** The degrees Celsius by which a device may be warmer than at the start of the first run. */
    static final double NEAR_CELSIUS = 3;
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final int STEPS_BETWEEN_WORDS = 10;

    /** A pause, which tests replace. */
    @FunctionalInterface
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /** Returns the latest temperatures of a session; the warmest sensor of a device counts. */
    static Map<String, Double> read(TelemetrySession session) {
        Map<String, Double> celsius = new TreeMap<>();
        for (SensorReading reading : session.latest()) {
            if (reading.sensor().quantity() == Quantity.TEMPERATURE_CELSIUS && reading.value().isPresent()) {
                celsius.merge(reading.sensor().device(), reading.value().getAsDouble(), Math::max);
            }
        }
        return celsius;
    }

    /**
     * Waits until the devices are cool, the maximum duration has passed or {@code stopped} returns true.
     *
     * @param first   the devices' temperatures in the first run
     * @param stopped asked each second: true ends the wait
     */
    void await(List<DeviceTemperature> first, BooleanSupplier stopped) throws InterruptedException {
        long steps = Math.max(1, longest.toSeconds());
        if (first.isEmpty()) {
            progress.accept(
                    "Cooling down for " + seconds(steps) + ": no temperature is readable, so nothing tells when it is"
                            + " enough");
        }
        for (long step = 0; step < steps && !stopped.getAsBoolean(); step++) {
            Optional<String> warm = first.isEmpty() ? Optional.empty() : warmest(first);
            // The first reading of a session arrives after a moment.
            if (!first.isEmpty() && step > 0 && warm.isEmpty()) {
                return;
            }
            if (warm.isPresent() && step % STEPS_BETWEEN_WORDS == 1) {
                progress.accept("Cooling down: " + warm.get() + "; at most " + seconds(steps - step) + " more");
            }
            pause.of(STEP);
        }
        if (!first.isEmpty() && !stopped.getAsBoolean()) {
            warmest(first).ifPresent(warm -> progress.accept("Not cooled down after " + seconds(steps) + ": " + warm));
        }
    }

    private Optional<String> warmest(List<DeviceTemperature> first) {
        Map<String, Double> now = celsius.get();
        return first.stream().filter(device -> excess(device, now).orElse(0) > NEAR_CELSIUS)
                .max((one, other) -> Double.compare(excess(one, now).orElse(0), excess(other, now).orElse(0)))
                .map(device -> String.format(Locale.ROOT, "%s is at %.0f °C, the first run began at %.0f °C",
                        device.device(), device.startCelsius() + excess(device, now).orElse(0), device.startCelsius()));
    }

    private static OptionalDouble excess(DeviceTemperature device, Map<String, Double> now) {
        Double celsius = now.get(device.device());
        return celsius == null ? OptionalDouble.empty() : OptionalDouble.of(celsius - device.startCelsius());
    }

    private static String seconds(long steps) {
        return steps + " s";
    }
}
