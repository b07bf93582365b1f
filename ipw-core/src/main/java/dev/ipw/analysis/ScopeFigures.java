package dev.ipw.analysis;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.DeviceTotals;
import dev.ipw.results.NetEnergy;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Say what right answers cost by what is counted as cost: the joules of each part of the machine on its own and of those that
 * the headline adds up, with and without the idle power. All of them divide what was used over the measured stretch by all
 * requests, so that they differ by what is counted and by nothing else; a part whose joules are not all known has none.
 */
final class ScopeFigures {
    /** Scopes whose devices lie beside each other. Two of another scope may speak of the same joules. */
    private static final Set<Scope> SUMMED = EnumSet.of(Scope.GPU, Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM,
            Scope.ANE);

    private final RunTotals totals;
    private final Efficiency efficiency;
    private final Function<DrawnQueries.Used, DrawnQueries.Cost> queries;
    private final Map<Scope, Optional<EnergyReading>> scopes = new EnumMap<>(Scope.class);

    /**
     * Prepare to say so.
     *
     * @param queries tells what queries cost, given all that was used
     */
    ScopeFigures(RunTotals totals, Efficiency efficiency, Function<DrawnQueries.Used, DrawnQueries.Cost> queries) {
        this.totals = totals;
        this.efficiency = efficiency;
        this.queries = queries;
        Map<Scope, List<EnergyReading>> devices = new EnumMap<>(Scope.class);
        totals.devices().stream().map(DeviceTotals::total).forEach(total -> total.scopes()
                .forEach(scope -> devices.computeIfAbsent(scope, any -> new ArrayList<>()).add(total)));
        devices.forEach((scope, readings) -> {
            if (readings.size() == 1 || SUMMED.contains(scope)) {
                scopes.put(scope, totals.deviceEnergy().scopes().equals(Set.of(scope))
                        ? totals.headlineEnergy()
                        : readings.stream().reduce(EnergyReading::plus).filter(ScopeFigures::isKnown));
            }
        });
    }

    /** Power that was polled tells nothing of a gap. */
    private static boolean isKnown(EnergyReading total) {
        return total.isComplete()
                && !(total.provenance() == Provenance.INTEGRATED && total.flags().contains(EnergyFlag.GAP));
    }

    /** Tell of parts whose joules are not all known. */
    List<String> warnings() {
        List<String> unknown = scopes.entrySet().stream().filter(entry -> entry.getValue().isEmpty())
                .map(entry -> label(entry.getKey())).toList();
        return unknown.isEmpty() || totals.headlineEnergy().isEmpty()
                ? List.of()
                : List.of("Not all joules of " + String.join(", of ", unknown)
                        + " are known over the measured time, so no figure is made of them alone");
    }

    /** List the figures of each scope, and of the headline if it adds several up. */
    List<Map<String, @Nullable Object>> perScope() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        scopes.forEach((scope, joules) -> joules
                .ifPresent(known -> rows.add(row(label(scope), queries.apply(DrawnQueries.Used.of(known))))));
        if (totals.deviceEnergy().scopes().size() > 1 && efficiency.joulesPerQuery().isPresent()) {
            rows.add(gross(TreeBuilder.object().put("scope", totals.headlineScope())).build());
        }
        return rows;
    }

    private Map<String, @Nullable Object> row(String scope, DrawnQueries.Cost cost) {
        return figures(TreeBuilder.object().put("scope", scope), "", cost.perQuery(),
                cost.watts(totals.measuredSeconds()), cost.perJoule(), cost.perWatt(totals.measuredSeconds())).build();
    }

    private String label(Scope scope) {
        return scope == Scope.PACKAGE && totals.headlineScope().contains(HeadlineDevices.CPU_ESTIMATE)
                ? HeadlineDevices.CPU_ESTIMATE
                : scope.label();
    }

    /** Set what was used beside what was used beyond the idle power; absent where nobody knows it. */
    Map<String, @Nullable Object> grossAndNet() {
        return TreeBuilder.object()
                .put("gross", efficiency.joulesPerQuery().map(any -> gross(TreeBuilder.object()).build()))
                .put("net", totals.net().flatMap(this::net)).build();
    }

    private TreeBuilder gross(TreeBuilder tree) {
        return figures(tree, "", efficiency.joulesPerQuery(), efficiency.deviceWatts(),
                efficiency.intelligencePerJoule(), efficiency.intelligencePerWatt());
    }

    private Optional<Map<String, @Nullable Object>> net(NetEnergy net) {
        double seconds = totals.measuredSeconds();
        return totals.headlineEnergy().filter(any -> efficiency.basis() == HeadlineBasis.TOTAL).map(energy -> queries
                .apply(DrawnQueries.Used.of(energy).without(net.idleShareJoules(), net.sigmaJoules())))
                .map(cost -> figures(TreeBuilder.object(), "net_", cost.perQuery(), cost.watts(seconds),
                        cost.perJoule(), cost.perWatt(seconds)).build());
    }

    private TreeBuilder figures(TreeBuilder tree, String before, Optional<Estimate> perQuery, Optional<Estimate> watts,
            Optional<Estimate> perJoule, Optional<Estimate> perWatt) {
        tree.put("queries", efficiency.asked());
        EstimateKeys.put(tree, before + RunFigure.JOULES_PER_QUERY.label(), perQuery);
        EstimateKeys.put(tree, before + RunFigure.DEVICE_WATTS.label(), watts);
        EstimateKeys.put(tree, before + RunFigure.INTELLIGENCE_PER_JOULE.label(), perJoule);
        return EstimateKeys.put(tree, before.isEmpty()
                ? RunFigure.DEVICE_INTELLIGENCE_PER_WATT.label()
                : before + "intelligence_per_watt", perWatt);
    }
}
