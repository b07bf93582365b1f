package dev.ipw.engine.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.attribution.BetweenCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Hold what one query used of each device besides its calls.
 *
 * @param devices of each device what the query's tools used, and what was used while it waited
 */
record QueryGaps(List<BetweenCalls> devices) {
    QueryGaps {
        devices = List.copyOf(devices);
    }

    /** Adds what the query used in a later window. */
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

    /** Returns what one phase around the query used of each device. */
    List<EnergyReading> phase(int phase) {
        return devices.stream().map(device -> device.phases().get(phase)).toList();
    }

    /** Returns whether no tool worked for the query. */
    boolean hasNoTool() {
        return devices.stream().allMatch(device -> device.tools().isEmpty());
    }

    /** Returns what one tool used of each device. */
    List<EnergyReading> tool(int tool) {
        return devices.stream().map(device -> device.tools().get(tool)).toList();
    }

    /** Returns what was used of each device while the query waited. */
    List<EnergyReading> idle() {
        return devices.stream().map(BetweenCalls::idle).toList();
    }

    /** Returns all that was used of one device and is the query's own. */
    List<EnergyReading> readings(int device) {
        List<EnergyReading> all = new ArrayList<>(devices.get(device).tools());
        all.add(devices.get(device).idle());
        return all;
    }
}
