package dev.ipw.cli;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Count the queries whose joules are known, and why those of the others are not.
 *
 * @param queries  all there are
 * @param complete those whose joules are wholly known
 * @param partial  those of which a part is known
 * @param flags    what is said of the partial ones
 * @param reasons  why others have no joules, each once
 */
record EnergyCoverage(long queries, long complete, long partial, List<String> flags, List<String> reasons) {
    private static final Set<String> WHY_IN_PART = Stream
            .of(EnergyFlag.RESET, EnergyFlag.GAP, EnergyFlag.LATE, EnergyFlag.PROVISIONAL, EnergyFlag.LOST)
            .map(Enum::name).collect(Collectors.toUnmodifiableSet());

    /** Look at the queries of a run. */
    static final class Gatherer implements RecordGatherer {
        private final Set<EnergyFlag> flags = new TreeSet<>();
        private final Set<String> reasons = new LinkedHashSet<>();
        private long queries;
        private long complete;
        private long partial;

        @Override
        public void add(ProfilingRecord record) {
            EnergyReading one = record.metrics().energy().headline();
            queries++;
            complete += one.isComplete() ? 1 : 0;
            if (one.isAvailable() && !one.isComplete()) {
                partial++;
                flags.addAll(one.flags());
            }
            one.reason().ifPresent(why -> reasons.add(one.source() + ": " + why));
        }

        EnergyCoverage finish() {
            return new EnergyCoverage(queries, complete, partial, flags.stream().map(Enum::name).toList(),
                    List.copyOf(reasons));
        }
    }

    /** Return whether some of the queries that were asked lack joules, and others have them. */
    boolean hasHoles() {
        return complete < queries && complete + partial > 0;
    }

    /** Write how many have joules, and what became of the others. */
    String text() {
        String some = complete + " of " + queries + " queries";
        long without = queries - complete - partial;
        return some + (partial == 0 ? "" : "; " + partial + " in part" + limits())
                + (without == 0 ? "" : "; " + without + " without: " + String.join("; ", reasons));
    }

    /** Say why parts are missing; other flags limit what is known. */
    private String limits() {
        String words = flags.stream().filter(WHY_IN_PART::contains).map(EnergyFlag::words)
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? "" : " (" + words + ")";
    }

    TreeBuilder tree() {
        return TreeBuilder.object().put("queries", queries).put("with_energy", complete)
                .put("with_partial_energy", partial).put("without_energy", queries - complete - partial)
                .put("flags", flags).put("reasons", reasons);
    }
}
