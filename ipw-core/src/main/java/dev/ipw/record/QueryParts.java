package dev.ipw.record;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.ToolSpan;
import java.util.List;
import java.util.Objects;

/**
 * Hold the parts of the joules of a query of several calls: its calls, its tools, and the time between them. They add
 * up to the query's.
 *
 * @param calls the calls, in the order in which they ended
 * @param tools the tools, in the order in which they ended
 * @param idle  joules of the headline's devices while the query was open and neither a call nor a tool of it was at work
 * @param idleDevices the same of each device
 */
public record QueryParts(List<CallMetrics> calls, List<ToolMetrics> tools, EnergyReading idle,
        List<DeviceEnergy> idleDevices) {
    /** Copy the lists. */
    public QueryParts {
        calls = List.copyOf(calls);
        tools = List.copyOf(tools);
        Objects.requireNonNull(idle, "idle");
        idleDevices = List.copyOf(idleDevices);
    }

    /**
     * Hold the metrics of one call of a query.
     *
     * @param number  which of the query's calls it is, from 1
     * @param energy  its joules
     * @param latency its times
     */
    public record CallMetrics(int number, EnergyMetrics energy, LatencyMetrics latency) {
        /** Refuse nulls. */
        public CallMetrics {
            Objects.requireNonNull(energy, "energy");
            Objects.requireNonNull(latency, "latency");
        }
    }

    /**
     * Hold the metrics of a tool that worked for a query.
     *
     * @param span   which tool, and when it worked
     * @param energy joules of the headline's devices while it worked and no call of any query was in flight; where calls were, its
     *               upper bound allows for theirs
     * @param devices the same of each device
     */
    public record ToolMetrics(ToolSpan span, EnergyReading energy, List<DeviceEnergy> devices) {
        /** Copy the list; refuse nulls. */
        public ToolMetrics {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
        }
    }
}
