package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cost of right answers by scope of the cost: the joules of each part of the machine on its own and of those that
 * the headline sums, with and without idle power. All of them divide the joules of the measurement window by all
 * requests, so that they differ only in the joules that they include; a part whose joules are not all known has no
 * figures.
 */
final class ScopeFigures {
    /** Scopes whose devices are separate from each other. Two devices of another scope may count the same joules. */
    private static final Set<Scope> SUMMED = EnumSet.of(Scope.GPU, Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM,
            Scope.ANE);

    private final RunTotals totals;
    private final Efficiency efficiency;
    private final Function<DrawnQueries.Used, DrawnQueries.Cost> queries;
    private final Map<Scope, Optional<EnergyReading>> scopes = new EnumMap<>(Scope.class);

    /**
     * Creates the figures.
     *
     * @param queries returns the cost of queries, given the total use
     */
    ScopeFigures(RunTotals totals, Efficiency efficiency, Function<DrawnQueries.Used, DrawnQueries.Cost> queries) {
        this.totals = totals;
        this.efficiency = efficiency;
        this.queries = queries;
        Map<Scope, List<EnergyReading>> devices = new EnumMap<>(Scope.class);
        totals.devices().stream().map(ScopeFigures::withoutPhases).forEach(total -> total.scopes()
                .forEach(scope -> devices.computeIfAbsent(scope, any -> new ArrayList<>()).add(total)));
        devices.forEach((scope, readings) -> {
            if (readings.size() == 1 || SUMMED.contains(scope)) {
                scopes.put(scope, totals.deviceEnergy().scopes().equals(Set.of(scope))
                        ? totals.headlineEnergy()
                        : readings.stream().reduce(EnergyReading::plus).filter(ScopeFigures::isKnown));
            }
        });
    }

    /** Returns the joules without those that only phases around queries used, which belong to no figure of queries. */
    private static EnergyReading withoutPhases(DeviceTotals device) {
        double around = device.phasesJoules().orElse(0);
        EnergyReading total = device.total();
        if (around == 0 || !total.isAvailable()) {
            return total;
        }
        double joules = Math.max(0, total.joules().orElseThrow() - around);
        return new EnergyReading(OptionalDouble.of(joules),
                OptionalDouble.of(Math.clamp(total.lower().orElseThrow() - around, 0, joules)),
                OptionalDouble.of(Math.max(joules, total.upper().orElseThrow() - around)), total.provenance(),
                total.scopes(), total.source(), total.flags(), total.reason());
    }

    /** Returns whether a total is known. Polled power is unknown in a gap. */
    private static boolean isKnown(EnergyReading total) {
        return total.isComplete()
                && !(total.provenance() == Provenance.INTEGRATED && total.flags().contains(EnergyFlag.GAP));
    }

    /** Returns warnings about scopes that lack figures. */
    List<String> warnings() {
        List<String> unknown = scopes.entrySet().stream().filter(entry -> entry.getValue().isEmpty())
                .map(entry -> label(entry.getKey())).toList();
        List<String> contradicted = scopes.entrySet().stream()
                .filter(entry -> entry.getValue().flatMap(EfficiencyGatherer::contradiction).isPresent())
                .map(entry -> label(entry.getKey())).toList();
        List<String> warnings = new ArrayList<>();
        if (!unknown.isEmpty() && totals.headlineEnergy().isPresent()) {
            warnings.add("Not all joules of " + String.join(", of ", unknown)
                    + " are known over the measured time, so they have no figure of their own");
        }
        // If those of the headline are missing, the headline reports it.
        if (!contradicted.isEmpty() && efficiency.whyNoHeadline().isEmpty()) {
            warnings.add("The joules of " + String.join(", of ", contradicted)
                    + " are INCONSISTENT, so there is no intelligence per joule or watt of that part of the machine");
        }
        return warnings;
    }

    /** Lists the figures of each scope, and of the headline if it adds several up. */
    AnalysisTable perScope() {
        List<List<AnalysisValue>> rows = new ArrayList<>();
        scopes.forEach((scope, joules) -> joules.ifPresent(known -> rows.add(row(label(scope),
                figures(queries.apply(DrawnQueries.Used.of(known)), EfficiencyGatherer.contradiction(known)),
                known.provenance()))));
        if (totals.deviceEnergy().scopes().size() > 1 && efficiency.joulesPerQuery().estimate().isPresent()) {
            rows.add(row(totals.headlineScope(), gross(), efficiency.energyProvenance()));
        }
        return AnalysisTable.of("per_scope", "Parts of the machine", AnalysisColumn.text("scope"),
                AnalysisColumn.count("queries"),
                scoped(RunFigure.JOULES_PER_QUERY, "scope, "), scoped(RunFigure.DEVICE_WATTS, "scope "),
                scoped(RunFigure.INTELLIGENCE_PER_JOULE, "scope "),
                scoped(RunFigure.DEVICE_INTELLIGENCE_PER_WATT, "scope ")).rows(rows);
    }

    /** Returns the column of one part of the machine, whose label differs from the run's. */
    private static AnalysisColumn scoped(RunFigure figure, String before) {
        return AnalysisColumn.estimate(figure).labelled(before + figure.words());
    }

    private List<AnalysisValue> row(String name, List<AnalysisValue> figures, Provenance source) {
        List<AnalysisValue> row = new ArrayList<>(
                List.of(AnalysisValue.of(name), AnalysisValue.of(efficiency.asked())));
        figures.forEach(figure -> row.add(figure.from(source)));
        return row;
    }

    private String label(Scope scope) {
        return scope == Scope.PACKAGE && totals.headlineScope().contains(HeadlineDevices.CPU_ESTIMATE)
                ? HeadlineDevices.CPU_ESTIMATE
                : scope.label();
    }

    /** Returns the table of all joules and of those beyond idle power; unknown rows are missing. */
    AnalysisTable grossAndNet() {
        List<List<AnalysisValue>> rows = new ArrayList<>();
        List<AnalysisValue> none = Collections.nCopies(4, AnalysisValue.absent());
        if (efficiency.joulesPerQuery().estimate().isPresent()) {
            List<AnalysisValue> gross = new ArrayList<>(gross());
            gross.addAll(none);
            rows.add(row("gross", gross, efficiency.energyProvenance()));
        }
        totals.headline().net().flatMap(this::net).ifPresent(cost -> {
            List<AnalysisValue> net = new ArrayList<>(none);
            net.addAll(figures(cost, totals.headlineEnergy().flatMap(EfficiencyGatherer::contradiction)));
            rows.add(row("net", net, efficiency.energyProvenance()));
        });
        return AnalysisTable.of("gross_and_net", "Gross, and net of idle power", AnalysisColumn.text("energy"),
                AnalysisColumn.count("queries"), AnalysisColumn.estimate(RunFigure.JOULES_PER_QUERY),
                AnalysisColumn.estimate(RunFigure.DEVICE_WATTS),
                AnalysisColumn.estimate(RunFigure.INTELLIGENCE_PER_JOULE),
                AnalysisColumn.estimate(RunFigure.DEVICE_INTELLIGENCE_PER_WATT),
                net("net_joules_per_query", "net, ", RunFigure.JOULES_PER_QUERY),
                net("net_device_watts", "net, ", RunFigure.DEVICE_WATTS),
                net("net_intelligence_per_joule", "net ", RunFigure.INTELLIGENCE_PER_JOULE),
                net("net_intelligence_per_watt", "net ", RunFigure.DEVICE_INTELLIGENCE_PER_WATT)).rows(rows)
                .keyedBy("energy");
    }

    private static AnalysisColumn net(String name, String before, RunFigure figure) {
        return AnalysisColumn.estimate(name, figure.unit()).labelled(before + figure.words());
    }

    private List<AnalysisValue> gross() {
        return Stream.of(RunFigure.JOULES_PER_QUERY, RunFigure.DEVICE_WATTS, RunFigure.INTELLIGENCE_PER_JOULE,
                RunFigure.DEVICE_INTELLIGENCE_PER_WATT).map(new HeadlineFigures(efficiency)::value).toList();
    }

    private Optional<DrawnQueries.Cost> net(NetEnergy net) {
        return totals.headlineEnergy().filter(any -> efficiency.basis() == HeadlineBasis.TOTAL).map(energy -> queries
                .apply(DrawnQueries.Used.of(energy).without(net.idleShareJoules() * queryShare(), net.sigmaJoules())));
    }

    /** Returns the share of queries in the measurement window's time. */
    private double queryShare() {
        return totals.measuredSeconds() > 0 ? totals.querySeconds() / totals.measuredSeconds() : 1;
    }

    private List<AnalysisValue> figures(DrawnQueries.Cost cost, Optional<String> contradiction) {
        double seconds = totals.querySeconds();
        return List.of(AnalysisValue.of(cost.perQuery()), AnalysisValue.of(cost.watts(seconds)),
                intelligence(cost.perJoule(), contradiction), intelligence(cost.perWatt(seconds), contradiction));
    }

    private static AnalysisValue intelligence(Optional<Estimate> figure, Optional<String> contradiction) {
        return AnalysisValue.of(figure.filter(any -> contradiction.isEmpty())).because(contradiction);
    }
}
