package dev.ipw.analysis.internal;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.Provenance;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The single figures of the accuracy analysis. Those of the Python reference keep its keys.
 *
 * @param attributed true if a query's joules are its share of the devices' joules
 * @param shareMarks the marks of figures of the joules of single queries
 */
record AccuracyFigures(String model, Efficiency efficiency, EnergyFigures figures, boolean attributed,
        List<FigureMark> shareMarks) {
    List<AnalysisFigure> all() {
        List<AnalysisFigure> all = new ArrayList<>();
        add(all, AnalysisColumn.text("model"), AnalysisValue.of(model));
        counts(all);
        headlines(all);
        add(all, AnalysisColumn.text("energy_basis_of_headline"), AnalysisValue.of(efficiency.basis().label()));
        count(all, "asked", efficiency.asked());
        count(all, "asked_with_energy", efficiency.coverage().withEnergy());
        add(all, AnalysisColumn.number("energy_time_share", "").scaled(FigureScale.PERCENT),
                AnalysisValue.of(efficiency.coverage().timeShare()));
        add(all, AnalysisColumn.text("why_no_headline"), AnalysisValue.of(efficiency.whyNoHeadline()));
        shares(all);
        return all;
    }

    private void counts(List<AnalysisFigure> all) {
        count(all, "correct", efficiency.correct());
        count(all, "incorrect", efficiency.incorrect());
        count(all, "unevaluated", efficiency.unscored());
        count(all, "failed", efficiency.failed());
        count(all, "total_scored", efficiency.scored());
        all.add(new HeadlineFigures(efficiency).figure(RunFigure.ACCURACY));
    }

    private void headlines(List<AnalysisFigure> all) {
        HeadlineFigures headlines = new HeadlineFigures(efficiency);
        all.add(headlines.figure(RunFigure.INTELLIGENCE_PER_JOULE));
        // The documented key of the reference means the screen's IPW; the figure of its code has another name.
        add(all, AnalysisColumn.estimate("intelligence_per_watt", "1/W"),
                headlines.value(RunFigure.DEVICE_INTELLIGENCE_PER_WATT));
        add(all, AnalysisColumn.number(AccuracyAnalysis.OF_QUERIES_WATTS, "1/W"),
                AnalysisValue.of(figures.accuracyPerWatt()).because(figures.contradiction()));
        add(all, AnalysisColumn.text(AccuracyAnalysis.OF_QUERIES_WATTS + "_basis"),
                AnalysisValue.of(attributed ? "attributed" : "query"));
        Stream.of(RunFigure.DEVICE_INTELLIGENCE_PER_WATT, RunFigure.JOULES_PER_QUERY,
                RunFigure.JOULES_PER_OUTPUT_TOKEN, RunFigure.DEVICE_WATTS).map(headlines::figure).forEach(all::add);
    }

    private void shares(List<AnalysisFigure> all) {
        Provenance source = efficiency.shareProvenance();
        add(all, AnalysisColumn.number("avg_per_query_energy_joules", "J"),
                AnalysisValue.of(figures.energy().map(Statistics::average)).from(source).marked(shareMarks));
        add(all, AnalysisColumn.number("avg_per_query_power_watts", "W"),
                AnalysisValue.of(figures.power().map(Statistics::average)).from(source).marked(shareMarks));
        count(all, "energy_sample_count", efficiency.queriesWithEnergy());
        count(all, "energy_missing_count", efficiency.scored() - efficiency.queriesWithEnergy());
        count(all, "imputed_count", figures.imputed());
        count(all, "power_sample_count", figures.watts().count());
        add(all, AnalysisColumn.text("energy_basis"), AnalysisValue.of(efficiency.energyScope()));
        add(all, AnalysisColumn.text("energy_provenance"), AnalysisValue.of(efficiency.energyProvenance().name()));
        add(all, AnalysisColumn.text("share_provenance"), AnalysisValue.of(source.name()));
        add(all, AnalysisColumn.text("energy_source"), AnalysisValue.of(efficiency.energySource()));
    }

    private static void count(List<AnalysisFigure> all, String name, long count) {
        add(all, AnalysisColumn.count(name), AnalysisValue.of(count));
    }

    private static void add(List<AnalysisFigure> all, AnalysisColumn column, AnalysisValue value) {
        all.add(new AnalysisFigure(column, value));
    }
}
