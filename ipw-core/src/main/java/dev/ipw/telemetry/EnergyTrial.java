package dev.ipw.telemetry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A trial of the energy sensors of opened sources. Reading them without a pause is work enough for a counter of this
 * machine to move within a few of its steps: of 1 ms for a processor, of 100 ms for a GPU.
 */
final class EnergyTrial {
    private static final long TRIAL_NANOS = 500_000_000L;
    private static final int MIN_READINGS = 20;

    private final LongSupplier nanoClock;

    EnergyTrial(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Reads the sources until one shows energy, or for half a second. */
    EnergyFinding of(List<? extends TelemetrySource> sources) {
        List<SourceTrial> trials = sources.stream().map(SourceTrial::new).filter(SourceTrial::hasEnergy).toList();
        if (trials.isEmpty()) {
            return EnergyFinding.ABSENT;
        }
        long end = nanoClock.getAsLong() + TRIAL_NANOS;
        for (int readings = 0; readings < MIN_READINGS || nanoClock.getAsLong() < end; readings++) {
            for (SourceTrial trial : trials) {
                if (trial.showsEnergy()) {
                    return EnergyFinding.MEASURING;
                }
            }
        }
        return EnergyFinding.STANDING_STILL;
    }

    private static final class SourceTrial implements SampleSink {
        private final TelemetrySource source;
        private final List<Sensor> sensors;
        private final List<OptionalLong> first;
        private boolean energyShown;

        SourceTrial(TelemetrySource source) {
            this.source = source;
            sensors = source.sensors();
            OptionalLong[] none = new OptionalLong[sensors.size()];
            Arrays.fill(none, OptionalLong.empty());
            first = new ArrayList<>(Arrays.asList(none));
        }

        boolean hasEnergy() {
            return sensors.stream().anyMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER
                    || sensor.quantity() == Quantity.POWER_WATTS);
        }

        boolean showsEnergy() {
            source.sample(this);
            return energyShown;
        }

        @Override
        public void counter(int sensor, long counts) {
            if (sensors.get(sensor).quantity() == Quantity.ENERGY_COUNTER) {
                OptionalLong before = first.get(sensor);
                energyShown |= before.isPresent() && before.getAsLong() != counts;
                first.set(sensor, OptionalLong.of(counts));
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
