package dev.ipw.telemetry;

import dev.ipw.energy.internal.CounterTrial;
import dev.ipw.energy.internal.EnergyRecorder;
import dev.ipw.energy.internal.PowerRecorder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The comparisons of each energy counter of a source with the power of the same device and scope. */
final class ComparedCounters {
    private final List<Trial> trials = new ArrayList<>();

    /**
     * Finds the pairs.
     *
     * @param sensors   the sensors of the source
     * @param recorders the recorder of each sensor's joules
     */
    ComparedCounters(List<Sensor> sensors, List<Optional<EnergyRecorder>> recorders) {
        for (int i = 0; i < sensors.size(); i++) {
            Sensor sensor = sensors.get(i);
            EnergyRecorder counter = recorders.get(i).orElse(null);
            if (sensor.quantity() == Quantity.ENERGY_COUNTER && counter != null) {
                int power = powerOf(sensor, sensors);
                if (power >= 0 && recorders.get(power).orElseThrow() instanceof PowerRecorder watts) {
                    trials.add(new Trial(i, power, new CounterTrial(counter, watts, limitWatts(sensor, sensors),
                            Readings.ageNanos(sensors.get(power)), sensor.doubted())));
                } else if (sensor.doubted()) {
                    CounterTrial.withoutPower(counter);
                }
            }
        }
    }

    /** Returns the index of the power sensor that averages over the shortest time; -1 if there is none. */
    private static int powerOf(Sensor counter, List<Sensor> sensors) {
        return IntStream.range(0, sensors.size()).filter(i -> sensors.get(i).quantity() == Quantity.POWER_WATTS)
                .filter(i -> isOfOneDevice(sensors.get(i), counter)).boxed()
                .min(Comparator.comparingLong(i -> Readings.ageNanos(sensors.get(i)))).orElse(-1);
    }

    private static boolean isOfOneDevice(Sensor one, Sensor other) {
        return one.device().equals(other.device()) && one.scope() == other.scope();
    }

    /** Returns the highest power limit that sensors of the same device and scope report. */
    static OptionalDouble limitWatts(Sensor sensor, List<Sensor> sensors) {
        return sensors.stream().filter(other -> isOfOneDevice(other, sensor))
                .flatMapToDouble(other -> other.limitWatts().stream()).filter(watts -> watts > 0).max();
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
