package dev.ipw.record.internal;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One turn of a query: a call of the model and the tools that it requested.
 *
 * @param call    the call
 * @param metrics the metrics of the call; empty if unknown
 * @param tools   the tools that worked for it, in the order in which they began
 */
public record Turn(ModelCall call, Optional<CallMetrics> metrics, List<Tool> tools) {
    /** Copies the list; refuses nulls. */
    public Turn {
        tools = List.copyOf(tools);
    }

    /**
     * Lists the turns of a query. A tool belongs to the call that requested it by id. A tool that no call requested
     * belongs to the last call that began before it, or to the first.
     *
     * @param record the query
     * @return its turns, in the order in which their calls began; empty for a query that failed before its first call
     */
    public static List<Turn> of(ProfilingRecord record) {
        List<ModelCall> calls = record.outcome().calls().stream()
                .sorted(Comparator.comparingLong(ModelCall::startNanos)).toList();
        List<List<Tool>> tools = new ArrayList<>();
        calls.forEach(call -> tools.add(new ArrayList<>()));
        List<ToolSpan> spans = record.outcome().tools();
        Optional<QueryParts> parts = record.metrics().parts();
        for (int at = 0; at < spans.size() && !calls.isEmpty(); at++) {
            int tool = at;
            Tool used = new Tool(spans.get(at), parts.map(known -> known.tools().get(tool).energy()),
                    parts.map(known -> known.tools().get(tool).devices()).orElse(List.of()));
            tools.get(owner(calls, used.span())).add(used);
        }
        List<Turn> turns = new ArrayList<>();
        for (int at = 0; at < calls.size(); at++) {
            ModelCall call = calls.get(at);
            turns.add(new Turn(call, metrics(record, call),
                    tools.get(at).stream().sorted(Comparator.comparingLong(tool -> tool.span().startNanos()))
                            .toList()));
        }
        return turns;
    }

    /** Returns the time without a call or a tool of the query, or a phase around it. */
    public static long idleNanos(QueryOutcome outcome) {
        List<long[]> busy = new ArrayList<>();
        outcome.calls().forEach(call -> busy.add(new long[]{call.startNanos(), call.endNanos()}));
        outcome.tools().forEach(tool -> busy.add(new long[]{tool.startNanos(), tool.endNanos()}));
        outcome.phases().forEach(phase -> busy.add(new long[]{phase.startNanos(), phase.endNanos()}));
        busy.sort((one, other) -> Long.compare(one[0], other[0]));
        long idle = 0;
        long until = outcome.startNanos();
        for (long[] span : busy) {
            idle += Math.max(0, Math.min(span[0], outcome.endNanos()) - until);
            until = Math.max(until, span[1]);
        }
        return idle + Math.max(0, outcome.endNanos() - until);
    }

    /** All metrics of a plain question are those of its one call. */
    private static Optional<CallMetrics> metrics(ProfilingRecord record, ModelCall call) {
        Optional<QueryParts> parts = record.metrics().parts();
        if (parts.isEmpty() && record.outcome().isPlain()) {
            return Optional.of(new CallMetrics(call.number(), record.metrics().energy(), record.metrics().latency()));
        }
        return parts.flatMap(known -> known.calls().stream().filter(cost -> cost.number() == call.number())
                .findFirst());
    }

    private static int owner(List<ModelCall> calls, ToolSpan tool) {
        int owner = 0;
        for (int at = 0; at < calls.size(); at++) {
            ModelCall call = calls.get(at);
            boolean hasBegun = call.startNanos() <= tool.startNanos();
            boolean hasAsked = tool.callId().isPresent() && call.response().toolCalls().stream()
                    .anyMatch(asked -> asked.id().equals(tool.callId().get()));
            if (hasBegun && hasAsked) {
                // Servers repeat ids in later turns: the latest that fits counts.
                owner = at;
            }
        }
        boolean isAsked = tool.callId().isPresent() && calls.get(owner).response().toolCalls().stream()
                .anyMatch(asked -> asked.id().equals(tool.callId().get()));
        if (isAsked) {
            return owner;
        }
        for (int at = 0; at < calls.size(); at++) {
            owner = calls.get(at).startNanos() <= tool.startNanos() ? at : owner;
        }
        return owner;
    }

    /**
     * Returns the joules of the call and its tools.
     *
     * @return their sum; empty if unknown
     */
    public Optional<EnergyReading> energy() {
        return metrics.map(known -> tools.stream().map(Tool::energy).flatMap(Optional::stream)
                .reduce(known.energy().headline(), EnergyReading::plus));
    }

    /**
     * Returns the joules of the call and its tools on each device.
     *
     * @return a sum for each device, in the order of the call's; empty if unknown
     */
    public List<DeviceEnergy> devices() {
        return metrics.map(known -> known.energy().devices().stream().map(device -> new DeviceEnergy(device.device(),
                tools.stream().flatMap(tool -> tool.devices().stream())
                        .filter(used -> used.device().equals(device.device()))
                        .map(DeviceEnergy::reading).reduce(device.reading(), EnergyReading::plus)))
                .toList()).orElse(List.of());
    }

    /**
     * Returns the end of the last of the call and its tools.
     *
     * @return since the run's monotonic anchor
     */
    public long endNanos() {
        return Math.max(call.endNanos(), tools.stream().mapToLong(tool -> tool.span().endNanos()).max().orElse(0));
    }

    /**
     * Returns the start of the turn: its call was sent, or a tool before the query's first call began.
     *
     * @return since the run's monotonic anchor
     */
    public long startNanos() {
        return Math.min(call.startNanos(),
                tools.stream().mapToLong(tool -> tool.span().startNanos()).min().orElse(Long.MAX_VALUE));
    }

    /**
     * One tool that worked in a turn.
     *
     * @param span    the tool and the time of its work
     * @param energy  its joules; empty if unknown
     * @param devices its joules on each device
     */
    public record Tool(ToolSpan span, Optional<EnergyReading> energy, List<DeviceEnergy> devices) {
        /** Copies the list; refuses nulls. */
        public Tool {
            devices = List.copyOf(devices);
        }
    }
}
