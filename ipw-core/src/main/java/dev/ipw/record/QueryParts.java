package dev.ipw.record;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the parts of the joules of a query of several calls: its calls, its tools, and the time between them. They add
 * up to the query's. The phases around it stand beside them.
 *
 * @param calls the calls, in the order in which they ended
 * @param tools the tools, in the order in which they ended
 * @param idle  joules of the headline's devices while the query was open and neither a call nor a tool of it was at work
 * @param idleDevices the same of each device
 * @param phases what was done around the query, in the order in which it ended; no part of the query's joules
 */
public record QueryParts(List<CallMetrics> calls, List<ToolMetrics> tools, EnergyReading idle,
        List<DeviceEnergy> idleDevices, List<PhaseMetrics> phases) {
    /** Copies the lists. */
    public QueryParts {
        calls = List.copyOf(calls);
        tools = List.copyOf(tools);
        Objects.requireNonNull(idle, "idle");
        idleDevices = List.copyOf(idleDevices);
        phases = List.copyOf(phases);
    }

    /**
     * Hold the metrics of one call of a query.
     *
     * @param number  which of the query's calls it is, from 1
     * @param energy  its joules
     * @param latency its times
     */
    public record CallMetrics(int number, EnergyMetrics energy, LatencyMetrics latency) {
        /** Refuses nulls. */
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
     * @param processEnergy joules of the processor packages that the processes which it started used, by their share of processor
     *                time; it lies within the joules of the tool and of calls that were in flight, and is none of its own. Empty if no
     *                processor time is known
     */
    public record ToolMetrics(ToolSpan span, EnergyReading energy, List<DeviceEnergy> devices,
            Optional<EnergyReading> processEnergy) {
        /** Copies the list; refuse nulls. */
        public ToolMetrics {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
            Objects.requireNonNull(processEnergy, "processEnergy");
        }
    }

    /**
     * Hold the metrics of what was done around a query.
     *
     * @param phase   what was done, and when
     * @param energy  joules of the headline's devices meanwhile, while no call of any query was in flight; where calls were, its
     *                upper bound allows for theirs
     * @param devices the same of each device
     */
    public record PhaseMetrics(QueryPhase phase, EnergyReading energy, List<DeviceEnergy> devices) {
        /** Copies the list; refuse nulls. */
        public PhaseMetrics {
            Objects.requireNonNull(phase, "phase");
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
        }
    }
}
