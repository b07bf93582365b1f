package dev.ipw.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.DeviceTotals;
import dev.ipw.results.NetEnergy;
import dev.ipw.results.RunTotals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gather what right answers cost by what is counted as cost: the joules of each part of the machine on its own and of those
 * that the headline adds up, with and without the idle share. All figures are of scored queries whose headline is completely
 * known. Where one is known of fewer of them than the headline is, it is told of how many: only figures of as many queries differ
 * by what is counted and by nothing else.
 */
final class ScopeFigures implements RecordGatherer {
    private static final int MOST_GROUPS = 4096;
    /** Scopes whose devices lie beside each other. Two of another scope may speak of the same joules. */
    private static final Set<Scope> SUMMED = EnumSet.of(Scope.GPU, Scope.PACKAGE, Scope.CORE, Scope.UNCORE, Scope.DRAM,
            Scope.ANE);

    private final Map<Scope, AnswersPerJoule> scopes = new EnumMap<>(Scope.class);
    private final AnswersPerJoule gross = new AnswersPerJoule(MOST_GROUPS);
    private final AnswersPerJoule net = new AnswersPerJoule(MOST_GROUPS);
    private boolean guessed;

    @Override
    public void add(ProfilingRecord record) {
        EnergyReading headline = record.metrics().energy().headline();
        Optional<Boolean> right = record.isCorrect();
        if (right.isEmpty() || !headline.isComplete()) {
            return;
        }
        double seconds = record.metrics().latency().totalSeconds();
        gross.add(right.get(), headline.joules().orElseThrow(), seconds);
        record.metrics().energy().breakdown().netJoules().ifPresent(joules -> net.add(right.get(), joules, seconds));
        Map<Scope, Integer> devices = new EnumMap<>(Scope.class);
        record.metrics().energy().devices().forEach(
                device -> device.reading().scopes().forEach(scope -> devices.merge(scope, 1, Integer::sum)));
        guessed |= record.metrics().energy().isProcessorEstimated();
        devices.forEach((scope, number) -> {
            if (number == 1 || SUMMED.contains(scope)) {
                record.metrics().energy().completeJoules(scope)
                        .ifPresent(joules -> of(scope).add(right.get(), joules, seconds));
            }
        });
    }

    /** Tell of figures that are of fewer queries than the headline. */
    List<String> warnings() {
        List<String> fewer = new ArrayList<>();
        scopes.forEach((scope, answers) -> addFewer(fewer, label(scope), answers));
        if (net.count() > 0) {
            addFewer(fewer, "the joules without idle power", net);
        }
        return fewer.isEmpty()
                ? List.of()
                : List.of("The headline's joules are known of " + gross.count() + " scored queries, but those of "
                        + String.join(", of ", fewer)
                        + ": their figures are of other queries and cannot be set beside its");
    }

    private void addFewer(List<String> fewer, String name, AnswersPerJoule answers) {
        if (answers.count() < gross.count()) {
            fewer.add(name + " of " + answers.count());
        }
    }

    private AnswersPerJoule of(Scope scope) {
        return scopes.computeIfAbsent(scope, one -> new AnswersPerJoule(MOST_GROUPS));
    }

    /** List the figures of each scope, and of the headline if it adds several up. */
    List<Map<String, @Nullable Object>> perScope(RunTotals totals, Efficiency efficiency) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        scopes.forEach((scope, answers) -> rows.add(tree(label(scope), answers, perWatt(efficiency,
                watts(totals, deviceJoules(totals, scope)))).build()));
        if (totals.deviceEnergy().scopes().size() > 1 && gross.count() > 0) {
            rows.add(tree(totals.headlineScope(), gross, perWatt(efficiency, totals.averageWatts())).build());
        }
        return rows;
    }

    private String label(Scope scope) {
        return scope == Scope.PACKAGE && guessed ? HeadlineDevices.CPU_ESTIMATE : scope.label();
    }

    /** Set what was used beside what was used beyond the idle power; absent where nobody knows it. */
    Map<String, @Nullable Object> grossAndNet(RunTotals totals, Efficiency efficiency) {
        OptionalDouble netWatts = totals.net().filter(known -> totals.deviceEnergy().isComplete())
                .map(NetEnergy::netJoules).map(joules -> watts(totals, OptionalDouble.of(joules)))
                .orElse(OptionalDouble.empty());
        return TreeBuilder.object().put("gross", side(gross, efficiency, totals.averageWatts()))
                .put("net", side(net, efficiency, netWatts)).build();
    }

    private static Optional<Map<String, @Nullable Object>> side(AnswersPerJoule answers, Efficiency efficiency,
            OptionalDouble watts) {
        return answers.count() == 0
                ? Optional.empty()
                : Optional.of(figures(TreeBuilder.object(), answers).put("device_watts", watts)
                        .put("intelligence_per_watt", perWatt(efficiency, watts)).build());
    }

    private static TreeBuilder tree(String scope, AnswersPerJoule answers, OptionalDouble perWatt) {
        return figures(TreeBuilder.object().put("scope", scope), answers).put("intelligence_per_watt", perWatt);
    }

    private static TreeBuilder figures(TreeBuilder tree, AnswersPerJoule answers) {
        tree.put("queries", answers.count()).put("mean_joules", answers.meanJoules());
        return EstimateKeys.put(tree, "intelligence_per_joule", answers.perJoule());
    }

    private static OptionalDouble deviceJoules(RunTotals totals, Scope scope) {
        return totals.devices().stream().map(DeviceTotals::total).filter(total -> total.scopes().contains(scope))
                .reduce(EnergyReading::plus).filter(EnergyReading::isComplete).map(EnergyReading::joules)
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble watts(RunTotals totals, OptionalDouble joules) {
        return joules.isPresent() && totals.measuredSeconds() > 0
                ? OptionalDouble.of(joules.getAsDouble() / totals.measuredSeconds())
                : OptionalDouble.empty();
    }

    private static OptionalDouble perWatt(Efficiency efficiency, OptionalDouble watts) {
        return efficiency.accuracy().isPresent() && watts.isPresent() && watts.getAsDouble() > 0
                ? OptionalDouble.of(efficiency.accuracy().get().value() / watts.getAsDouble())
                : OptionalDouble.empty();
    }
}
