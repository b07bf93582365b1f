package dev.ipw.telemetry;

import dev.ipw.internal.thread.Slack;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A trial of the energy sensors of opened sources. Reading them without a pause is work enough for a counter of this
 * machine to move within a few of its steps: of 1 ms for a processor, of 100 ms for a GPU.
 */
final class EnergyTrial {
    private static final long TRIAL_NANOS = 500_000_000L;
    private static final int MIN_READINGS = 20;
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyTrial.class);

    private final LongSupplier nanoClock;
    private final long trialNanos;

    /** A trial on this machine. */
    EnergyTrial() {
        this(System::nanoTime, TRIAL_NANOS + Slack.nanos());
    }

    EnergyTrial(LongSupplier nanoClock, long trialNanos) {
        this.nanoClock = nanoClock;
        this.trialNanos = trialNanos;
    }

    /** Reads the sources until one shows energy, or for half a second. */
    EnergyFinding of(List<? extends TelemetrySource> sources) {
        List<SourceTrial> trials = sources.stream().map(SourceTrial::new).filter(SourceTrial::hasEnergy).toList();
        if (trials.isEmpty()) {
            return EnergyFinding.ABSENT;
        }
        long start = nanoClock.getAsLong();
        for (int readings = 0; readings < MIN_READINGS || nanoClock.getAsLong() - start < trialNanos; readings++) {
            for (SourceTrial trial : trials) {
                if (trial.showsEnergy()) {
                    return EnergyFinding.MEASURING;
                }
            }
        }
        return trials.stream().anyMatch(trial -> trial.standsStill)
                ? EnergyFinding.STANDING_STILL
                : EnergyFinding.ABSENT;
    }

    private static final class SourceTrial implements SampleSink {
        private final TelemetrySource source;
        private final List<Sensor> sensors;
        private final List<OptionalLong> latest;
        private boolean energyShown;
        private boolean standsStill;

        SourceTrial(TelemetrySource source) {
            this.source = source;
            sensors = source.sensors();
            latest = new ArrayList<>(Collections.nCopies(sensors.size(), OptionalLong.empty()));
        }

        boolean hasEnergy() {
            return sensors.stream().anyMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER
                    || sensor.quantity() == Quantity.POWER_WATTS);
        }

        /** Reads once; a source that cannot be read shows nothing. */
        boolean showsEnergy() {
            try {
                source.sample(this);
            } catch (RuntimeException broken) {
                LOGGER.debug("Source {} cannot be read", source.id(), broken);
            }
            return energyShown;
        }

        @Override
        public void counter(int sensor, long counts) {
            if (sensors.get(sensor).quantity() == Quantity.ENERGY_COUNTER) {
                OptionalLong before = latest.set(sensor, OptionalLong.of(counts));
                energyShown |= before.isPresent() && before.getAsLong() != counts;
                standsStill |= before.isPresent() && before.getAsLong() == counts;
            }
        }

        @Override
        public void gauge(int sensor, double value) {
            energyShown |= sensors.get(sensor).quantity() == Quantity.POWER_WATTS && value > 0;
        }

        @Override
        public void lost(int sensor, String reason) {
            // A sensor that is lost shows no energy.
        }
    }
}
