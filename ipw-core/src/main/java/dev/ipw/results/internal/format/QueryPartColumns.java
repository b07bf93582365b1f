package dev.ipw.results.internal.format;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.PhaseMetrics;
import dev.ipw.record.QueryParts.ToolMetrics;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.format.ExportedValue.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The columns of the parts of a query; a plain question, which is one call, leaves them empty. */
final class QueryPartColumns extends Columns<RecordedQuery> {
    private final Column<RecordedQuery, List<MadeCall>> calls = structsOrNull("calls",
            "calls of the model, in the order of their end; null for a plain question", new CallColumns(),
            QueryPartColumns::calls);
    private final Column<RecordedQuery, List<UsedTool>> tools = structsOrNull("tools",
            "tools, in the order of their end; null for a plain question", new ToolColumns(),
            QueryPartColumns::tools);
    private final Column<RecordedQuery, Optional<EnergyReading>> idle = optionalStruct("idle_energy",
            "joules while no call or tool of the query worked", EnergyReadingColumns.INSTANCE,
            record -> record.record().metrics().parts().map(QueryParts::idle));
    private final Column<RecordedQuery, List<DeviceEnergy>> idleDevices = structs("idle_devices",
            "the same for each device", new DeviceEnergyColumns(),
            record -> record.record().metrics().parts().map(QueryParts::idleDevices).orElse(List.of()));
    private final Column<RecordedQuery, List<TimedPhase>> phases = structsOrNull("query_phases",
            "work around the query, in the order of its end; null for a plain question",
            new TimedPhaseColumns(), QueryPartColumns::phases);
    private final Column<RecordedQuery, Optional<String>> workspace = optionalText("workspace",
            "the folder in which an agent worked", record -> record.outcome().workspace().map(Path::toString));

    QueryPartColumns() {
        exportedOnly("model_calls", Place.FIGURE, record -> record.isPlain() ? 1L : record.outcome().calls().size());
        exportedOnly("tool_calls", Place.FIGURE, record -> record.isPlain() ? 0L : record.outcome().tools().size());
    }

    private static Optional<List<MadeCall>> calls(RecordedQuery record) {
        return ifSeveral(record, record.outcome().calls().stream()
                .map(call -> new MadeCall(call,
                        record.record().metrics().parts().flatMap(known -> known.calls().stream()
                                .filter(cost -> cost.number() == call.number()).findFirst())))
                .toList());
    }

    private static Optional<List<UsedTool>> tools(RecordedQuery record) {
        List<ToolSpan> used = record.outcome().tools();
        Optional<List<ToolMetrics>> known = record.record().metrics().parts().map(QueryParts::tools);
        return ifSeveral(record, IntStream.range(0, used.size()).mapToObj(tool -> new UsedTool(used.get(tool),
                known.map(each -> each.get(tool).energy()),
                known.map(each -> each.get(tool).devices()).orElse(List.of()),
                known.flatMap(each -> each.get(tool).processEnergy()))).toList());
    }

    private static Optional<List<TimedPhase>> phases(RecordedQuery record) {
        List<QueryPhase> done = record.outcome().phases();
        Optional<List<PhaseMetrics>> known = record.record().metrics().parts().map(QueryParts::phases);
        return ifSeveral(record, IntStream.range(0, done.size()).mapToObj(phase -> new TimedPhase(done.get(phase),
                known.map(each -> each.get(phase).energy()),
                known.map(each -> each.get(phase).devices()).orElse(List.of()))).toList());
    }

    private static <T> Optional<T> ifSeveral(RecordedQuery record, T parts) {
        return isOneCall(record.outcome()) && record.record().metrics().parts().isEmpty()
                ? Optional.empty()
                : Optional.of(parts);
    }

    /** Returns whether the other columns hold all of a query. */
    private static boolean isOneCall(QueryOutcome outcome) {
        return outcome.isPlain() && outcome.otherAnswer().isEmpty() && outcome.workspace().isEmpty()
                && outcome.failure().equals(outcome.calls().getFirst().failure())
                && outcome.calls().getFirst().response().toolCalls().isEmpty();
    }

    /** Returns whether a row has the parts of a query, unlike that of a plain question. */
    boolean areIn(TreeReader row) {
        return row.has(calls.name());
    }

    /** Reads the parts of a query; empty for a plain question. */
    Optional<Found> read(TreeReader row) {
        return areIn(row)
                ? Optional.of(new Found(calls.in(row), tools.in(row), idle.in(row), idleDevices.in(row),
                        phases.in(row), workspace.in(row).map(Path::of)))
                : Optional.empty();
    }

    /**
     * The values that were read.
     *
     * @param calls       the calls of the model
     * @param tools       the tools that worked
     * @param idle        joules of the time in which the query waited; empty if the joules of its parts are unknown
     * @param idleDevices the same of each device
     * @param phases      the phases around the query
     * @param workspace   the folder in which an agent worked
     */
    record Found(List<MadeCall> calls, List<UsedTool> tools, Optional<EnergyReading> idle,
            List<DeviceEnergy> idleDevices, List<TimedPhase> phases, Optional<Path> workspace) {
        QueryOutcome outcome(String queryId, ResponseTimeline timeline, String answer,
                Optional<RequestFailure> failure) {
            List<ModelCall> made = calls.stream().map(MadeCall::call).toList();
            boolean isOfLastCall = made.isEmpty()
                    ? failure.isPresent() && answer.isEmpty()
                    : answer.equals(made.getLast().response().text());
            return new QueryOutcome(queryId, timeline.intendedStartNanos(), timeline.endNanos(), made,
                    tools.stream().map(UsedTool::span).toList(), isOfLastCall ? Optional.empty() : Optional.of(answer),
                    failure, workspace, phases.stream().map(TimedPhase::span).toList());
        }

        Optional<QueryParts> parts() {
            return idle.map(waiting -> new QueryParts(
                    calls.stream().map(MadeCall::metrics).flatMap(Optional::stream).toList(),
                    tools.stream().flatMap(tool -> tool.energy()
                            .map(joules -> new ToolMetrics(tool.span(), joules, tool.devices(), tool.processEnergy()))
                            .stream()).toList(),
                    waiting, idleDevices, phases.stream().flatMap(phase -> phase.energy()
                            .map(joules -> new PhaseMetrics(phase.span(), joules, phase.devices())).stream())
                            .toList()));
        }
    }

    /** The columns of a phase around a query. */
    private static final class TimedPhaseColumns extends StructColumns<TimedPhase> {
        private final EnergyReadingColumns energy = EnergyReadingColumns.INSTANCE;
        private final Column<TimedPhase, List<DeviceEnergy>> devices;

        TimedPhaseColumns() {
            include(QueryPhaseColumns.INSTANCE, TimedPhase::span);
            includeOptional(energy, TimedPhase::energy);
            devices = structs("devices", "the joules of each device", new DeviceEnergyColumns(), TimedPhase::devices);
        }

        @Override
        public TimedPhase read(TreeReader row) {
            return new TimedPhase(QueryPhaseColumns.INSTANCE.read(row),
                    energy.isIn(row) ? Optional.of(energy.read(row)) : Optional.empty(), devices.in(row));
        }
    }

    /** The columns of a tool that worked for a query. */
    private static final class ToolColumns extends StructColumns<UsedTool> {
        private final EnergyReadingColumns energy = EnergyReadingColumns.INSTANCE;
        private final Column<UsedTool, List<DeviceEnergy>> devices;
        private final Column<UsedTool, Optional<EnergyReading>> processEnergy;

        ToolColumns() {
            include(ToolSpanColumns.INSTANCE, UsedTool::span);
            includeOptional(energy, UsedTool::energy);
            devices = structs("devices", "the joules of each device", new DeviceEnergyColumns(), UsedTool::devices);
            processEnergy = optionalStruct("process_energy",
                    "its processes' joules of the processor packages, by processor time; part of those above and of calls",
                    EnergyReadingColumns.INSTANCE, UsedTool::processEnergy);
        }

        @Override
        public UsedTool read(TreeReader row) {
            return new UsedTool(ToolSpanColumns.INSTANCE.read(row),
                    energy.isIn(row) ? Optional.of(energy.read(row)) : Optional.empty(), devices.in(row),
                    processEnergy.in(row));
        }
    }

    /**
     * One tool that worked for a query, with its cost.
     *
     * @param span          the tool and its time
     * @param energy        its joules; empty if unknown
     * @param devices       the same of each device
     * @param processEnergy its processes' joules of the processor packages; empty if unknown
     */
    record UsedTool(ToolSpan span, Optional<EnergyReading> energy, List<DeviceEnergy> devices,
            Optional<EnergyReading> processEnergy) {
        UsedTool {
            devices = List.copyOf(devices);
        }
    }

    /**
     * One phase around a query, with its cost.
     *
     * @param span    the phase and its time
     * @param energy  its joules; empty if unknown
     * @param devices the same of each device
     */
    record TimedPhase(QueryPhase span, Optional<EnergyReading> energy, List<DeviceEnergy> devices) {
        TimedPhase {
            devices = List.copyOf(devices);
        }
    }
}
