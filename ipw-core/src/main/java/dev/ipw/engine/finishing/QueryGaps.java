package dev.ipw.engine.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.attribution.BetweenCalls;
import java.util.ArrayList;
import java.util.List;

/**
 * Hold what one query used of each device besides its calls.
 *
 * @param devices of each device what the query's tools used, and what was used while it waited
 */
record QueryGaps(List<BetweenCalls> devices) {
    QueryGaps {
        devices = List.copyOf(devices);
    }

    /** Add what the query used in a later window. */
    QueryGaps plus(QueryGaps later) {
        List<BetweenCalls> sums = new ArrayList<>();
        for (int device = 0; device < devices.size(); device++) {
            BetweenCalls one = devices.get(device);
            BetweenCalls other = later.devices.get(device);
            List<EnergyReading> tools = new ArrayList<>();
            for (int tool = 0; tool < one.tools().size(); tool++) {
                tools.add(one.tools().get(tool).plus(other.tools().get(tool)));
            }
            sums.add(new BetweenCalls(tools, one.idle().plus(other.idle())));
        }
        return new QueryGaps(sums);
    }

    /** Return what one tool used of each device. */
    List<EnergyReading> tool(int tool) {
        return devices.stream().map(device -> device.tools().get(tool)).toList();
    }

    /** Return what was used of each device while the query waited. */
    List<EnergyReading> idle() {
        return devices.stream().map(BetweenCalls::idle).toList();
    }

    /** Return all that was used of one device. */
    List<EnergyReading> readings(int device) {
        List<EnergyReading> all = new ArrayList<>(devices.get(device).tools());
        all.add(devices.get(device).idle());
        return all;
    }
}
