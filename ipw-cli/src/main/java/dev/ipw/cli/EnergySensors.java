package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Look whether this machine has a sensor of joules or watts that is used without being asked for. */
final class EnergySensors {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergySensors.class);
    private static final String AUTO = "auto";
    static final String ESTIMATE = "estimate";
    static final String ESTIMATE_NOTE = "No energy sensor can be read here, so the joules are estimated from processor"
            + " time; 'ipw doctor' says why.";

    private EnergySensors() {}

    /** Give what was typed; without a choice, a machine without sensors gets the estimate, if that is installed. */
    static String selection(Optional<String> typed, ClassLoader classLoader) {
        return typed.orElseGet(() -> {
            Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                    .classLoader(classLoader).build();
            boolean estimate = !present(collectors) && collectors.find(ESTIMATE).isPresent();
            return estimate ? AUTO + "," + ESTIMATE : AUTO;
        });
    }

    private static boolean present(Plugins<TelemetryProvider> collectors) {
        return collectors.all().stream().filter(TelemetryProvider::automatic).anyMatch(EnergySensors::readsEnergy);
    }

    private static boolean readsEnergy(TelemetryProvider collector) {
        try {
            List<TelemetrySource> sources = collector.open(TelemetryEnvironment.system());
            boolean energy = sources.stream().flatMap(source -> source.sensors().stream()).anyMatch(
                    sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER
                            || sensor.quantity() == Quantity.POWER_WATTS);
            sources.forEach(TelemetrySource::close);
            return energy;
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("Collector {} could not be opened", collector.id(), broken);
            return false;
        }
    }
}
