package dev.ipw.analysis.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.RecordedQuery;
import dev.ipw.record.internal.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the actions of queries: model calls, tools by name, and the time between them. Together these equal the
 * queries. The work around queries is summed beside them.
 */
public final class QueryActions implements RecordGatherer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Action, Taken> taken = new TreeMap<>(
            Comparator.comparing(Action::kind).thenComparing(Action::name));

    /** The kind of an action. Tools that work in parallel each have their seconds. */
    public enum Kind {
        CALL, TOOL, IDLE, QUERY, PHASE
    }

    /**
     * An action.
     *
     * @param kind its kind
     * @param name a call's purpose, a tool's name, or a phase's kind
     */
    public record Action(Kind kind, String name) {
        /** Returns the action's name for a person. */
        public String words() {
            return switch (kind) {
                case CALL -> "model calls" + (name.equals("turn") ? "" : ", " + name.replace('_', ' '));
                case TOOL -> "tool " + name;
                case IDLE -> "idle";
                case QUERY -> "queries in all";
                case PHASE -> "beside: " + name.replace('_', ' ');
            };
        }
    }

    /**
     * The cost of the actions of one kind.
     *
     * @param count   the number of actions
     * @param seconds their total duration
     * @param known   the number of actions with known joules
     * @param energy  the joules of these actions; empty if no action has any
     */
    public record Taken(long count, double seconds, long known, Optional<EnergyReading> energy) {
        private static Taken of(long nanos, Optional<EnergyReading> energy) {
            Optional<EnergyReading> available = energy.filter(EnergyReading::isAvailable);
            return new Taken(1, nanos / NANOS_PER_SECOND, available.isPresent() ? 1 : 0, available);
        }

        private Taken plus(Taken other) {
            Optional<EnergyReading> sum = energy.isPresent() && other.energy.isPresent()
                    ? Optional.of(energy.get().plus(other.energy.get()))
                    : energy.or(other::energy);
            return new Taken(count + other.count, seconds + other.seconds, known + other.known, sum);
        }

        /** Returns the joules of the actions whose joules are known. */
        public OptionalDouble joules() {
            return energy.map(EnergyReading::joules).orElse(OptionalDouble.empty());
        }
    }

    /** Sums the actions of one query. */
    public static QueryActions of(RecordedQuery record) {
        QueryActions actions = new QueryActions();
        actions.add(record);
        return actions;
    }

    @Override
    public void add(RecordedQuery record) {
        QueryOutcome outcome = record.outcome();
        Optional<QueryParts> parts = record.record().metrics().parts();
        for (ModelCall call : outcome.calls()) {
            add(Kind.CALL, word(call.purpose()), call.endNanos() - call.startNanos(), energy(record, call));
        }
        for (int at = 0; at < outcome.tools().size(); at++) {
            ToolSpan tool = outcome.tools().get(at);
            int number = at;
            add(Kind.TOOL, tool.name(), tool.endNanos() - tool.startNanos(),
                    parts.map(known -> known.tools().get(number).energy()));
        }
        parts.ifPresent(known -> add(Kind.IDLE, "", Turn.idleNanos(outcome), Optional.of(known.idle())));
        add(Kind.QUERY, "", outcome.ownNanos(),
                Optional.of(record.headline()));
        for (int at = 0; at < outcome.phases().size(); at++) {
            QueryPhase phase = outcome.phases().get(at);
            int number = at;
            add(Kind.PHASE, word(phase.kind()), phase.endNanos() - phase.startNanos(),
                    parts.map(known -> known.phases().get(number).energy()));
        }
    }

    /** Returns the energy of a model call; the single call of a plain question has all of the query's energy. */
    private static Optional<EnergyReading> energy(RecordedQuery record, ModelCall call) {
        if (record.record().metrics().parts().isEmpty()) {
            return record.outcome().isPlain() ? Optional.of(record.headline()) : Optional.empty();
        }
        return record.record().metrics().parts().flatMap(known -> known.calls().stream()
                .filter(cost -> cost.number() == call.number()).findFirst()).map(CallMetrics::energy)
                .map(energy -> energy.headline());
    }

    private void add(Kind kind, String name, long nanos, Optional<EnergyReading> energy) {
        taken.merge(new Action(kind, name), Taken.of(nanos, energy), Taken::plus);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Sums all actions of a kind; empty without actions. */
    public Optional<Taken> sum(Kind kind) {
        return taken.entrySet().stream().filter(entry -> entry.getKey().kind() == kind).map(Map.Entry::getValue)
                .reduce(Taken::plus);
    }

    /**
     * Returns the sums by action, those of a kind together.
     *
     * @return the sums, in the order of the kinds
     */
    public Map<Action, Taken> sums() {
        return Collections.unmodifiableMap(taken);
    }

    /** Returns the actions as trees. */
    public List<Map<String, @Nullable Object>> tree() {
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        taken.forEach((action, sum) -> trees.add(TreeBuilder.object().put("kind", word(action.kind()))
                .put("name", Optional.of(action.name()).filter(name -> !name.isEmpty())).put("count", sum.count())
                .put("seconds", sum.seconds()).put("joules", sum.joules())
                .put("joules_low", sum.energy().map(EnergyReading::lower).orElse(OptionalDouble.empty()))
                .put("joules_high", sum.energy().map(EnergyReading::upperBound).orElse(OptionalDouble.empty()))
                .put("provenance", sum.energy().map(energy -> energy.provenance().name()))
                .put("with_energy", sum.known()).build()));
        return trees;
    }
}
