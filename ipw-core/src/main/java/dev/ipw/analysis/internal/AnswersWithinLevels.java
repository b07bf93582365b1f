package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.AnswerClusters;
import java.util.List;
import java.util.Optional;

/**
 * The number of right answers that met service levels, over all joules of the measurement window, because the other
 * answers used energy too. The interval is Wilson's of their share among all requests; the joules have no interval of
 * their own here.
 */
final class AnswersWithinLevels implements RecordGatherer {
    private static final double JOULES_PER_KILOJOULE = 1e3;

    private final ServiceLevels levels;
    private final AnswerClusters answers = new AnswerClusters();
    private long good;

    AnswersWithinLevels(ServiceLevels levels) {
        this.levels = levels;
    }

    @Override
    public void add(RecordedQuery record) {
        boolean isGood = record.isCorrect().orElse(false) && levels.areMetBy(record);
        good += isGood ? 1 : 0;
        answers.add(record.questionId(), isGood);
    }

    /** Returns the count, its share, and the number per kilojoule. */
    List<AnalysisFigure> figures(RunTotals totals) {
        Optional<Estimate> share = EfficiencyGatherer.estimate(good, totals.queries(), answers.dependence());
        Optional<String> contradiction = totals.headlineEnergy().flatMap(EfficiencyGatherer::contradiction);
        double kilojoules = totals.headlineEnergy().map(known -> known.joules().orElse(0)).orElse(0.0)
                / JOULES_PER_KILOJOULE;
        return List.of(new AnalysisFigure(AnalysisColumn.text("slo"), AnalysisValue.of(levels.toString())),
                new AnalysisFigure(AnalysisColumn.count("correct_within_slo"), AnalysisValue.of(good)),
                new AnalysisFigure(AnalysisColumn.estimate("correct_within_slo_share", "").scaled(FigureScale.PERCENT),
                        AnalysisValue.of(share)),
                new AnalysisFigure(AnalysisColumn.estimate("correct_within_slo_per_kilojoule", "1/kJ"),
                        AnalysisValue.of(share.filter(known -> kilojoules > 0 && contradiction.isEmpty())
                                .map(known -> times(known, totals.queries()).dividedBy(kilojoules)))
                                .because(contradiction)));
    }

    private static Estimate times(Estimate share, long queries) {
        Interval interval = share.interval();
        return new Estimate(share.value() * queries,
                new Interval(interval.low() * queries, interval.high() * queries, interval.level()));
    }
}
