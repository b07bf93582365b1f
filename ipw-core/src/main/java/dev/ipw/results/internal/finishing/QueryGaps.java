package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.internal.activity.BetweenCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The joules of one query on each device beside its calls.
 *
 * @param devices for each device the joules of the query's tools, and those of its waiting
 */
record QueryGaps(List<BetweenCalls> devices) {
    QueryGaps {
        devices = List.copyOf(devices);
    }

    /** Adds the joules of the query in a later window. */
    QueryGaps plus(QueryGaps later) {
        List<BetweenCalls> sums = new ArrayList<>();
        for (int device = 0; device < devices.size(); device++) {
            BetweenCalls one = devices.get(device);
            BetweenCalls other = later.devices.get(device);
            sums.add(new BetweenCalls(sums(one.tools(), other.tools()), sums(one.phases(), other.phases()),
                    one.idle().plus(other.idle()), one.phaseNanos() + other.phaseNanos(),
                    one.phaseLeastJoules() + other.phaseLeastJoules(),
                    one.phaseMostJoules() + other.phaseMostJoules()));
        }
        return new QueryGaps(sums);
    }

    private static List<EnergyReading> sums(List<EnergyReading> some, List<EnergyReading> others) {
        return IntStream.range(0, some.size()).mapToObj(index -> some.get(index).plus(others.get(index))).toList();
    }

    /** Returns the joules of one phase around the query on each device. */
    List<EnergyReading> phase(int phase) {
        return devices.stream().map(device -> device.phases().get(phase)).toList();
    }

    /** Returns whether no tool worked for the query. */
    boolean hasNoTool() {
        return devices.stream().allMatch(device -> device.tools().isEmpty());
    }

    /** Returns the joules of one tool on each device. */
    List<EnergyReading> tool(int tool) {
        return devices.stream().map(device -> device.tools().get(tool)).toList();
    }

    /** Returns the joules of each device while the query waited. */
    List<EnergyReading> idle() {
        return devices.stream().map(BetweenCalls::idle).toList();
    }

    /** Returns all joules of one device that belong to the query. */
    List<EnergyReading> readings(int device) {
        List<EnergyReading> all = new ArrayList<>(devices.get(device).tools());
        all.add(devices.get(device).idle());
        return all;
    }
}
