package dev.ipw.telemetry;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.SensorState;
import dev.ipw.engine.energy.DeviceSeries;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Explain why a session has no joules.
 *
 * @param switchedOff true if none are wanted
 * @param probed      what was found of each collector; changes where one answers late
 * @param samplers    what is read
 */
record MissingEnergy(boolean switchedOff, List<SensorStatus> probed, List<Sampler> samplers) {
    private static final String ESTIMATE = "choose the collector 'estimate' for a rough figure";

    /** Return the reason and what to do. */
    String reason() {
        if (switchedOff) {
            return "telemetry is switched off";
        }
        String reasons = probed.stream().filter(status -> !status.available())
                .map(status -> status.name() + ": " + status.detail()
                        + status.nextStep().map(step -> " (" + step + ")").orElse(""))
                .distinct().collect(Collectors.joining("; "));
        if (!reasons.isEmpty()) {
            return reasons;
        }
        return samplers.isEmpty()
                ? "no collector reads it; add ipw-telemetry-native, or a collector of your own"
                : "what is read is neither energy nor power: " + samplers.stream().map(MissingEnergy::inWords)
                        .collect(Collectors.joining("; "))
                        + ". Choose a collector that reads energy, as doctor shows them, or auto for all that work";
    }

    /** Returns the reason why chosen sensors give no joules. */
    String reason(List<DeviceSeries> unusable) {
        return unusable.stream()
                .map(series -> series.device().source() + ": " + series.stateReason().orElse("it measures again"))
                .distinct().collect(Collectors.joining("; ")) + " (" + ESTIMATE + ")";
    }

    /**
     * Returns the status of a sensor that is sampled.
     *
     * @param isEnergyMeasured whether another sensor measures, so that nobody needs an estimate
     */
    static SensorStatus status(String collector, EnergySeries series, boolean isEnergyMeasured) {
        SensorState state = series.state();
        boolean helps = !isEnergyMeasured && state.isRefuted();
        return new SensorStatus(collector, series.device().source(), state, series.stateReason().orElse("it measures"),
                helps ? Optional.of(ESTIMATE) : Optional.empty());
    }

    /** Lists what collectors said of sensors that they do not read. */
    List<SensorStatus> unread() {
        return probed.stream().filter(status -> !status.available()).toList();
    }

    private static String inWords(Sampler sampler) {
        return sampler.source().id() + " reads " + sampler.source().sensors().stream().map(Sensor::source).distinct()
                .collect(Collectors.joining(", "));
    }
}
