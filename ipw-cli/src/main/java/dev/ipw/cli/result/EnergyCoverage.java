package dev.ipw.cli.result;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.RecordedQuery;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The number of queries with known joules, and the reasons why others have none.
 *
 * @param queries  the number of all queries
 * @param complete the number of queries with complete joules
 * @param partial  the number of queries with partial joules
 * @param flags    the flags of the partial ones
 * @param reasons  the reasons why others have no joules, each once
 */
public record EnergyCoverage(long queries, long complete, long partial, List<String> flags, List<String> reasons) {
    private static final Set<String> WHY_IN_PART = Stream
            .of(EnergyFlag.RESET, EnergyFlag.GAP, EnergyFlag.LATE, EnergyFlag.PROVISIONAL, EnergyFlag.LOST)
            .map(Enum::name).collect(Collectors.toUnmodifiableSet());

    /** The gatherer of the queries of a run. */
    public static final class Gatherer implements RecordGatherer {
        private final Set<EnergyFlag> flags = new TreeSet<>();
        private final Set<String> reasons = new LinkedHashSet<>();
        private long queries;
        private long complete;
        private long partial;

        @Override
        public void add(RecordedQuery record) {
            EnergyReading one = record.headline();
            queries++;
            complete += one.isComplete() ? 1 : 0;
            if (one.isAvailable() && !one.isComplete()) {
                partial++;
                flags.addAll(one.flags());
            }
            one.reason().ifPresent(why -> reasons.add(one.source() + ": " + why));
        }

        public EnergyCoverage finish() {
            return new EnergyCoverage(queries, complete, partial, flags.stream().map(Enum::name).toList(),
                    List.copyOf(reasons));
        }
    }

    /** Returns whether some of the queries have joules and others lack them. */
    public boolean hasHoles() {
        return complete < queries && complete + partial > 0;
    }

    /** Formats the number of queries with joules, and the state of the others. */
    public String text() {
        String some = complete + " of " + queries + " queries";
        long without = queries - complete - partial;
        return some + (partial == 0 ? "" : "; " + partial + " in part" + limits())
                + (without == 0 ? "" : "; " + without + " without: " + String.join("; ", reasons));
    }

    /** Explains why parts are missing; flags of other kinds limit the known joules and are omitted. */
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
