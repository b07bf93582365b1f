package dev.ipw.telemetry;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Explain why a session has no joules.
 *
 * @param switchedOff true if none are wanted
 * @param probed      what was found of each collector
 * @param samplers    what is read
 */
record MissingEnergy(boolean switchedOff, List<SensorStatus> probed, List<Sampler> samplers) {
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

    private static String inWords(Sampler sampler) {
        return sampler.source().id() + " reads " + sampler.source().sensors().stream().map(Sensor::source).distinct()
                .collect(Collectors.joining(", "));
    }
}
