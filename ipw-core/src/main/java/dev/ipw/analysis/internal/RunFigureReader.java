package dev.ipw.analysis.internal;

import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.RunFigures;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunTotals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The computation of the figures of a run as a whole. */
public final class RunFigureReader {
    private RunFigureReader() {}

    /**
     * Computes the figures of a run; without the artifact {@code ipw-analysis} only those of its answers and joules.
     *
     * @param run    the run
     * @param levels the service levels that an answer must meet to be good; without them there are no figures of good
     *               answers
     * @return its figures
     */
    public static RunFigures read(RunReader run, Optional<ServiceLevels> levels) {
        AnalysedRun analysed = new AnalysedRun(run, Plugins.builder("evaluator", EvaluatorProvider.class).build());
        Optional<OnePassAnalysis.Pass> times = LatencyProvider.find()
                .map(latency -> latency.create(levels).begin(analysed));
        List<RecordGatherer> all = new ArrayList<>(List.of(analysed.efficiency()));
        times.ifPresent(pass -> all.addAll(pass.gatherers()));
        RecordGatherer.gather(run, all);
        Map<RunFigure, Double> values = new EnumMap<>(RunFigure.class);
        times.map(pass -> pass.result().get()).ifPresent(latency -> {
            for (RunFigure figure : RunFigure.values()) {
                latency.figure(figure.label()).number().ifPresent(known -> values.put(figure, known));
            }
        });
        RunTotals totals = run.summary().totals();
        HeadlineFigures headlines = new HeadlineFigures(analysed.efficiency().finish(totals));
        HeadlineFigures.ALL.forEach(
                figure -> headlines.value(figure).number().ifPresent(known -> values.put(figure, known)));
        return new RunFigures(totals.queries(), totals.failed(), values);
    }
}
