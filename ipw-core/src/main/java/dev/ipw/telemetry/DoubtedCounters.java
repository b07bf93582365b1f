package dev.ipw.telemetry;

import dev.ipw.engine.energy.CounterRecorder;
import dev.ipw.engine.energy.CounterTrial;
import dev.ipw.engine.energy.EnergyRecorder;
import dev.ipw.engine.energy.PowerRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compare each doubted energy counter of a source with the power of the same device and scope. */
final class DoubtedCounters {
    private final List<Trial> trials = new ArrayList<>();

    /**
     * Find the pairs.
     *
     * @param sensors   what the source reads
     * @param recorders what records the joules of each
     */
    DoubtedCounters(List<Sensor> sensors, List<Optional<EnergyRecorder>> recorders) {
        for (int i = 0; i < sensors.size(); i++) {
            if (sensors.get(i).doubted() && recorders.get(i).orElseThrow() instanceof CounterRecorder counter) {
                int power = powerOf(sensors.get(i), sensors);
                if (power >= 0 && recorders.get(power).orElseThrow() instanceof PowerRecorder watts) {
                    trials.add(new Trial(i, power, new CounterTrial(counter, watts)));
                } else {
                    CounterTrial.withoutPower(counter);
                }
            }
        }
    }

    private static int powerOf(Sensor counter, List<Sensor> sensors) {
        for (int i = 0; i < sensors.size(); i++) {
            Sensor other = sensors.get(i);
            if (other.quantity() == Quantity.POWER_WATTS && other.device().equals(counter.device())
                    && other.scope() == counter.scope()) {
                return i;
            }
        }
        return -1;
    }

    void compare(Tick tick) {
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            if (tick.isPresent(trial.counter) && tick.isPresent(trial.power)) {
                trial.trial.compare();
            }
        }
    }

    private record Trial(int counter, int power, CounterTrial trial) {}
}
