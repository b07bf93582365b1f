package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Gather accuracy and shares of the joules of each subject of the dataset, in the order in which they come, up to {@value #MOST} of them. */
final class SubjectFigures implements RecordGatherer {
    static final int MOST = 1000;
    private static final int MOST_GROUPS = 1024;
    private static final String SHARE = "energy_joules";
    private static final String PER_SHARE = "intelligence_per_share_joule";

    private final PowerImputation imputation;
    private final Map<String, Subject> subjects = new LinkedHashMap<>();
    private long leftOut;

    SubjectFigures(PowerImputation imputation) {
        this.imputation = imputation;
    }

    @Override
    public void add(ProfilingRecord record) {
        Optional<Boolean> right = record.isCorrect();
        Optional<String> name = record.question().subject();
        if (right.isEmpty() || name.isEmpty()) {
            return;
        }
        Subject known = subjects.get(name.get());
        if (known == null && subjects.size() == MOST) {
            leftOut++;
            return;
        }
        Subject subject = known == null ? new Subject() : known;
        subjects.putIfAbsent(name.get(), subject);
        subject.add(right.get(), imputation.joules(record), record.metrics().latency().totalSeconds());
    }

    /** Count the scored queries of subjects beyond the most there is room for. */
    long leftOut() {
        return leftOut;
    }

    List<Map<String, @Nullable Object>> toList() {
        return subjects.entrySet().stream().map(entry -> entry.getValue().tree(entry.getKey()).build()).toList();
    }

    private static final class Subject {
        private final DrawnQueries metered = new DrawnQueries(MOST_GROUPS);
        private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
        private long correct;
        private long scored;

        void add(boolean right, OptionalDouble joules, double seconds) {
            scored++;
            correct += right ? 1 : 0;
            coverage.add(joules.isPresent(), seconds);
            metered.add(new DrawnQueries.Query(Optional.of(right), joules, 0, seconds, 0));
        }

        TreeBuilder tree(String name) {
            TreeBuilder tree = TreeBuilder.object().put("subject", name).put("correct", correct).put("scored", scored);
            EstimateKeys.put(tree, "accuracy", EfficiencyGatherer.estimate(correct, scored));
            QueryCoverage known = coverage.finish();
            Optional<DrawnQueries.Cost> shares = Optional.of(metered).filter(any -> known.isEnough())
                    .map(queries -> queries.of(queries.ofQueries()));
            tree.put("queries_with_energy", known.withEnergy()).put("energy_time_share", known.timeShare());
            EstimateKeys.put(tree, SHARE, shares.flatMap(DrawnQueries.Cost::perQuery));
            return EstimateKeys.put(tree, PER_SHARE, shares.flatMap(DrawnQueries.Cost::perJoule));
        }
    }
}
