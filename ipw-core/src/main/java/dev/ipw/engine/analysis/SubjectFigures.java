package dev.ipw.engine.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Gather accuracy and shares of the joules of each subject of the dataset, in the order in which they come, up to {@value #MOST} of them. */
final class SubjectFigures implements RecordGatherer {
    static final int MOST = 1000;
    private static final int MOST_GROUPS = 1024;

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
        subject.metered.addAnswer(record.question().questionId(), right.get());
        subject.add(right.get(), imputation.joules(record), record.metrics().latency().totalSeconds());
    }

    /** Count the scored queries of subjects beyond the most there is room for. */
    long leftOut() {
        return leftOut;
    }

    AnalysisTable table() {
        return AnalysisTable.of("per_subject", "Subjects", AnalysisColumn.text("subject"),
                AnalysisColumn.count("correct"), AnalysisColumn.count("scored"),
                AnalysisColumn.estimate(RunFigure.ACCURACY), AnalysisColumn.count("queries_with_energy"),
                AnalysisColumn.number("energy_time_share", ""), AnalysisColumn.estimate(Dimension.ENERGY_JOULES),
                AnalysisColumn.estimate("intelligence_per_share_joule", "1/J").labelled("share IPJ"))
                .rows(subjects.entrySet().stream().map(entry -> entry.getValue().row(entry.getKey())).toList());
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

        List<AnalysisValue> row(String name) {
            QueryCoverage known = coverage.finish();
            Optional<DrawnQueries.Cost> shares = Optional.of(metered).filter(any -> known.isEnough())
                    .map(queries -> queries.of(queries.ofQueries()));
            return List.of(AnalysisValue.of(name), AnalysisValue.of(correct), AnalysisValue.of(scored),
                    AnalysisValue.of(metered.accuracy()),
                    AnalysisValue.of(known.withEnergy()), AnalysisValue.of(known.timeShare()),
                    AnalysisValue.of(shares.flatMap(DrawnQueries.Cost::perQuery)),
                    AnalysisValue.of(shares.flatMap(DrawnQueries.Cost::perJoule)));
        }
    }
}
