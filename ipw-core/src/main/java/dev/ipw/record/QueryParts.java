package dev.ipw.record;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The parts of the joules of a query of several calls: its calls, its tools, and the time between them. They add up to
 * the query's. The phases around it are reported beside them.
 *
 * @param calls       the calls, in the order in which they ended
 * @param tools       the tools, in the order in which they ended
 * @param idle        joules of the headline's devices while the query was open and neither a call nor a tool of it was
 *                    running
 * @param idleDevices the idle joules of each device
 * @param phases      the phases around the query, in the order in which they ended; no part of the query's joules
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * The metrics of one call of a query.
     *
     * @param number  the number of the call within its query, from 1
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
     * The metrics of a tool that worked for a query.
     *
     * @param span          the tool and the time of its work
     * @param energy        joules of the headline's devices while it worked and no call of any query was in flight;
     *                      where calls were, its upper bound allows for theirs
     * @param devices       its joules on each device
     * @param processEnergy joules of the processor packages used by the processes that it started, by their share of
     *                      processor time; they are contained in the joules of the tool and of calls that were in
     *                      flight, and are not added to them. Empty if no processor time is known
     */
    public record ToolMetrics(ToolSpan span, EnergyReading energy, List<DeviceEnergy> devices,
            Optional<EnergyReading> processEnergy) {
        /** Copies the list; refuses nulls. */
        public ToolMetrics {
            Objects.requireNonNull(span, "span");
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
            Objects.requireNonNull(processEnergy, "processEnergy");
        }
    }

    /**
     * The metrics of a phase around a query.
     *
     * @param phase   the phase and its time
     * @param energy  joules of the headline's devices during the phase, while no call of any query was in flight; where
     *                calls were, its upper bound allows for theirs
     * @param devices its joules on each device
     */
    public record PhaseMetrics(QueryPhase phase, EnergyReading energy, List<DeviceEnergy> devices) {
        /** Copies the list; refuses nulls. */
        public PhaseMetrics {
            Objects.requireNonNull(phase, "phase");
            Objects.requireNonNull(energy, "energy");
            devices = List.copyOf(devices);
        }
    }
}
