package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The series of a process, made again from the log of their readings. For one thread. */
public final class SeriesCopies {
    private static final int MAX_COUNTS = 1 << 18;
    private static final int MAX_BOUNDED = 1 << 16;

    private final Map<Integer, DeviceSeries> series = new HashMap<>();
    private final Map<String, Double> limitWatts = new HashMap<>();

    /** Adds the next readings of a block. Those of a series whose sensor was not described are left out. */
    public void add(List<LoggedReadings> readings) {
        for (LoggedReadings one : readings) {
            one.sensor().ifPresent(sensor -> {
                DeviceSeries copy = series.computeIfAbsent(one.series(),
                        first -> DeviceSeries.copyOf(sensor.device(), sensor.isBounded()));
                copy.keepAtMost(sensor.isBounded() ? MAX_BOUNDED : MAX_COUNTS);
                sensor.limitWatts().ifPresent(watts -> limitWatts.put(sensor.device().name(), watts));
            });
            DeviceSeries copy = series.get(one.series());
            if (copy != null) {
                copy.drop(one.dropped());
                copy.append(one.readings());
                one.standing().ifPresent(copy::take);
            }
        }
    }

    /**
     * Lists series.
     *
     * @param numbers their numbers
     * @return the series in the order of the numbers, without those that were not described
     */
    public List<EnergySeries> of(List<Integer> numbers) {
        List<EnergySeries> found = new ArrayList<>();
        for (int number : numbers) {
            DeviceSeries copy = series.get(number);
            if (copy != null) {
                found.add(copy);
            }
        }
        return found;
    }

    /**
     * Returns the maximum power of a device.
     *
     * @param device its name
     * @return watts; empty if it is not known
     */
    public OptionalDouble limitWatts(String device) {
        Double watts = limitWatts.get(device);
        return watts == null ? OptionalDouble.empty() : OptionalDouble.of(watts);
    }
}
