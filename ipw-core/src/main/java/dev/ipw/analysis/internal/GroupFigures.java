package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Accuracy and shares of the joules by groups of queries, such as those of a subject, in order of appearance, up to
 * {@value #MAX} groups.
 */
final class GroupFigures implements RecordGatherer {
    static final int MAX = 1000;
    private static final int MAX_GROUPS = 1024;

    private final String table;
    private final String title;
    private final String column;
    private final Function<RecordedQuery, Optional<String>> groupOf;
    private final PowerImputation imputation;
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long leftOut;
    private long without;

    /**
     * Creates empty figures.
     *
     * @param table   the name of the table
     * @param title   the table's title
     * @param column  the name of the column of groups
     * @param groupOf returns the group of a query; empty if it has none
     */
    GroupFigures(String table, String title, String column, Function<RecordedQuery, Optional<String>> groupOf,
            PowerImputation imputation) {
        this.table = table;
        this.title = title;
        this.column = column;
        this.groupOf = groupOf;
        this.imputation = imputation;
    }

    static GroupFigures ofSubjects(PowerImputation imputation) {
        return new GroupFigures("per_subject", "Subjects", "subject", RecordedQuery::subject, imputation);
    }

    @Override
    public void add(RecordedQuery record) {
        Optional<Boolean> right = record.isCorrect();
        if (right.isEmpty()) {
            return;
        }
        Optional<String> name = groupOf.apply(record);
        if (name.isEmpty()) {
            without++;
            return;
        }
        Group known = groups.get(name.get());
        if (known == null && groups.size() == MAX) {
            leftOut++;
            return;
        }
        Group group = known == null ? new Group() : known;
        groups.putIfAbsent(name.get(), group);
        group.metered.addAnswer(record.questionId(), right.get());
        if (!record.hasCalls()) {
            group.metered.addWithoutCall();
        }
        group.add(right.get(), imputation.joules(record), record.totalSeconds());
        group.contradiction = group.contradiction
                .or(() -> EfficiencyGatherer.contradiction(record.headline()));
    }

    /** Returns the number of scored queries of groups beyond the maximum. */
    long leftOut() {
        return leftOut;
    }

    /** Returns the number of scored queries without a group. */
    long without() {
        return without;
    }

    /**
     * Returns a row for each group.
     *
     * @param marks the marks of figures of the joules of single queries
     */
    AnalysisTable table(List<FigureMark> marks) {
        return AnalysisTable.of(table, title, AnalysisColumn.text(column),
                AnalysisColumn.count("correct"), AnalysisColumn.count("scored"),
                AnalysisColumn.estimate(RunFigure.ACCURACY), AnalysisColumn.count("queries_with_energy"),
                AnalysisColumn.number("energy_time_share", "").scaled(FigureScale.PERCENT),
                AnalysisColumn.estimate(Dimension.ENERGY_JOULES),
                AnalysisColumn.estimate("intelligence_per_share_joule", "1/J").labelled("share IPJ"))
                .rows(groups.entrySet().stream().map(entry -> entry.getValue().row(entry.getKey(), marks)).toList());
    }

    private static final class Group {
        private final DrawnQueries metered = new DrawnQueries(MAX_GROUPS);
        private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
        private long correct;
        private long scored;
        private Optional<String> contradiction = Optional.empty();

        void add(boolean right, OptionalDouble joules, double seconds) {
            scored++;
            correct += right ? 1 : 0;
            coverage.add(joules.isPresent(), seconds);
            metered.add(new DrawnQueries.Query(Optional.of(right), joules, 0, seconds, 0));
        }

        List<AnalysisValue> row(String name, List<FigureMark> marks) {
            QueryCoverage known = coverage.finish();
            Optional<DrawnQueries.Cost> shares = Optional.of(metered).filter(any -> known.isEnough())
                    .map(queries -> queries.of(queries.ofQueries()));
            List<AnalysisValue> row = List.of(AnalysisValue.of(name), AnalysisValue.of(correct),
                    AnalysisValue.of(scored),
                    AnalysisValue.of(metered.accuracy()),
                    AnalysisValue.of(known.withEnergy()), AnalysisValue.of(known.timeShare()),
                    AnalysisValue.of(shares.flatMap(DrawnQueries.Cost::perQuery)).marked(marks),
                    AnalysisValue.of(shares.filter(any -> contradiction.isEmpty())
                            .flatMap(DrawnQueries.Cost::perJoule)).because(contradiction).marked(marks));
            metered.forgetResamples();
            return row;
        }
    }
}
