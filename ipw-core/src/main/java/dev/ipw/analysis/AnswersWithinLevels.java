package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Optional;

/**
 * Count the answers that are right and kept service levels, and divide them by all joules of the measured stretch: what the
 * others cost was spent all the same. The interval is Wilson's of their share among all requests; the joules are taken as
 * they stand.
 */
final class AnswersWithinLevels implements RecordGatherer {
    private static final double JOULES_PER_KILOJOULE = 1e3;

    private final ServiceLevels levels;
    private long good;

    AnswersWithinLevels(ServiceLevels levels) {
        this.levels = levels;
    }

    @Override
    public void add(ProfilingRecord record) {
        good += record.isCorrect().orElse(false) && levels.areMetBy(record) ? 1 : 0;
    }

    /** Write the count, its share, and how many came for a kilojoule. */
    void put(TreeBuilder summary, RunTotals totals) {
        Optional<Estimate> share = EfficiencyGatherer.estimate(good, totals.queries());
        summary.put("slo", levels.toString()).put("correct_within_slo", good);
        EstimateKeys.put(summary, "correct_within_slo_share", share);
        double kilojoules = totals.headlineEnergy().map(known -> known.joules().orElse(0)).orElse(0.0)
                / JOULES_PER_KILOJOULE;
        EstimateKeys.put(summary, "correct_within_slo_per_kilojoule",
                share.filter(known -> kilojoules > 0)
                        .map(known -> times(known, totals.queries()).dividedBy(kilojoules)));
    }

    private static Estimate times(Estimate share, long queries) {
        Interval interval = share.interval();
        return new Estimate(share.value() * queries,
                new Interval(interval.low() * queries, interval.high() * queries, interval.level()));
    }
}
