package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Say of how many queries the joules are known, and why of the others not.
 *
 * @param queries  all there are
 * @param complete those whose joules are wholly known
 * @param partial  those of which a part is known
 * @param flags    what is said of the partial ones
 * @param reasons  why others have no joules, each once
 */
record EnergyCoverage(long queries, long complete, long partial, List<String> flags, List<String> reasons) {
    /** Look at the queries of a run. */
    static EnergyCoverage of(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return of(records.map(record -> record.metrics().energy().headline()).toList());
        }
    }

    static EnergyCoverage of(List<EnergyReading> queries) {
        List<EnergyReading> partial = queries.stream().filter(one -> one.isAvailable() && !one.isComplete()).toList();
        List<String> flags = partial.stream().flatMap(one -> one.flags().stream())
                .collect(Collectors.toCollection(TreeSet::new)).stream().map(Enum::name).toList();
        List<String> reasons = queries.stream()
                .flatMap(one -> one.reason().map(why -> one.source() + ": " + why).stream()).distinct().toList();
        return new EnergyCoverage(queries.size(), queries.stream().filter(EnergyReading::isComplete).count(),
                partial.size(), flags, reasons);
    }

    /** Say whether some of the queries that were asked lack joules, and others have them. */
    boolean hasHoles() {
        return complete < queries && complete + partial > 0;
    }

    /** Write how many have joules, and what became of the others. */
    String text() {
        String some = complete + " of " + queries + " queries";
        long without = queries - complete - partial;
        return some + (partial == 0 ? "" : "; " + partial + " in part (" + String.join(", ", flags) + ")")
                + (without == 0 ? "" : "; " + without + " without: " + String.join("; ", reasons));
    }

    TreeBuilder tree() {
        return TreeBuilder.object().put("queries", queries).put("with_energy", complete)
                .put("with_partial_energy", partial).put("without_energy", queries - complete - partial)
                .put("flags", flags).put("reasons", reasons);
    }
}
