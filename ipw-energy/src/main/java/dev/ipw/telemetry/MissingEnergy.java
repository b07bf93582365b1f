package dev.ipw.telemetry;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.SensorState;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The reasons why a session has no joules.
 *
 * @param switchedOff true if telemetry is switched off
 * @param probed      the findings of each collector; changes when one answers late
 * @param samplers    the samplers of the session
 */
record MissingEnergy(boolean switchedOff, List<SensorStatus> probed, List<Sampler> samplers) {
    private static final String ESTIMATE = "choose the collector 'estimate' for a rough figure";

    /** Returns the reason and the remedy. */
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

    /** Returns the reason why the chosen sensors give no joules. */
    String reason(List<DeviceSeries> unusable) {
        return unusable.stream()
                .map(series -> series.device().source() + ": " + series.stateReason().orElse("it measures again"))
                .distinct().collect(Collectors.joining("; ")) + " (" + ESTIMATE + ")";
    }

    /**
     * Returns the status of a sensor that is sampled.
     *
     * @param isEnergyMeasured whether another sensor measures, so that no estimate is needed
     */
    static SensorStatus status(String collector, EnergySeries series, boolean isEnergyMeasured) {
        SensorState state = series.state();
        boolean helps = !isEnergyMeasured && state.isRefuted();
        return new SensorStatus(collector, series.device().source(), state, series.stateReason().orElse("it measures"),
                helps ? Optional.of(ESTIMATE) : Optional.empty());
    }

    /** Lists the collectors' statuses of sensors that are not read. */
    List<SensorStatus> unread() {
        return probed.stream().filter(status -> !status.available()).toList();
    }

    private static String inWords(Sampler sampler) {
        return sampler.source().id() + " reads " + sampler.source().sensors().stream().map(Sensor::source).distinct()
                .collect(Collectors.joining(", "));
    }
}
