package dev.ipw.report.findings;

import dev.ipw.analysis.internal.QueryActions;
import dev.ipw.analysis.internal.QueryActions.Kind;
import dev.ipw.analysis.internal.QueryActions.Taken;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The division of an agent's joules: calls of the model, tools, waiting, phases around the tasks, and the rest, which is
 * the time between tasks and what is not known of the other parts. The parts add up to the joules of the devices.
 */
public final class AgentEnergy implements RecordGatherer {
    /** Its key in a run's tree. */
    public static final String KEY = "agent_energy";

    /** The share of the total by which rounding may make the parts exceed it. */
    private static final double ROUNDING = 1e-6;

    private final QueryActions actions = new QueryActions();

    /** Returns a gatherer for a run of an agent; empty for any other run. */
    public static Optional<AgentEnergy> of(RunReader run) {
        return run.summary().configuration().settings().agent().isEmpty()
                ? Optional.empty()
                : Optional.of(new AgentEnergy());
    }

    @Override
    public void add(RecordedQuery query) {
        actions.add(query);
    }

    /**
     * Returns the division.
     *
     * @param run the run whose queries were gathered
     * @return the total, its parts with joules and shares, the actions by name; a reason in place of the parts
     */
    public Map<String, @Nullable Object> tree(RunReader run) {
        EnergyReading total = run.summary().totals().deviceEnergy();
        TreeBuilder tree = TreeBuilder.object().put("total_joules", total.joules())
                .put("seconds", run.summary().totals().measuredSeconds()).put("is_divided_wholly", isWhole())
                .put("is_total_complete", total.isComplete()).put("actions", actions.tree());
        Optional<String> whyNot = whyNot(total);
        whyNot.ifPresent(reason -> tree.put("reason", reason));
        if (whyNot.isEmpty()) {
            tree.put("parts", parts(total.joules().orElseThrow()));
        }
        return tree.build();
    }

    private Optional<String> whyNot(EnergyReading total) {
        if (!total.isAvailable()) {
            return Optional.of(total.reason().orElse("the joules of the run are not known"));
        }
        if (actions.sums().values().stream().allMatch(taken -> taken.known() == 0)) {
            return Optional.of("no call and no tool has joules of its own");
        }
        return outside(total.joules().orElseThrow()) < -ROUNDING * total.joules().orElseThrow()
                ? Optional.of("its parts are more than the joules of the run")
                : Optional.empty();
    }

    /** Returns whether the joules of every action are known completely. */
    private boolean isWhole() {
        return actions.sums().values().stream().allMatch(taken -> taken.known() == taken.count()
                && taken.energy().map(EnergyReading::isComplete).orElse(false));
    }

    /** Returns the joules that are in no other part. */
    private double outside(double total) {
        return total - joules(Kind.CALL) - joules(Kind.TOOL) - joules(Kind.IDLE) - joules(Kind.PHASE);
    }

    private double joules(Kind kind) {
        return actions.sum(kind).map(Taken::joules).orElse(OptionalDouble.empty()).orElse(0);
    }

    private List<Map<String, @Nullable Object>> parts(double total) {
        List<Map<String, @Nullable Object>> parts = new ArrayList<>();
        for (Kind kind : List.of(Kind.CALL, Kind.TOOL, Kind.IDLE, Kind.PHASE)) {
            actions.sum(kind).ifPresent(taken -> parts.add(part(kind.name().toLowerCase(Locale.ROOT),
                    joules(kind), total).put("count", taken.count()).put("seconds", taken.seconds())
                    .put("provenance", taken.energy().map(energy -> energy.provenance().name())).build()));
        }
        parts.add(part("outside", Math.max(0, outside(total)), total).build());
        return parts;
    }

    private static TreeBuilder part(String kind, double joules, double total) {
        return TreeBuilder.object().put("kind", kind).put("joules", joules)
                .put("share", total > 0 ? OptionalDouble.of(joules / total) : OptionalDouble.empty());
    }
}
