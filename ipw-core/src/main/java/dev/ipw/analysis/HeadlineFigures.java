package dev.ipw.analysis;

import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.statistics.Figure;
import java.util.List;
import java.util.Locale;
import org.apiguardian.api.API;

/**
 * The headline figures of a run with their intervals, the provenance of their joules and their marks.
 *
 * @param efficiency the energy efficiency of the run
 */
@API(status = API.Status.EXPERIMENTAL)
public record HeadlineFigures(Efficiency efficiency) {
    /** The headline figures. */
    public static final List<RunFigure> ALL = List.of(RunFigure.ACCURACY, RunFigure.INTELLIGENCE_PER_JOULE,
            RunFigure.DEVICE_INTELLIGENCE_PER_WATT, RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN,
            RunFigure.DEVICE_WATTS);

    /**
     * Returns a figure with its name, label and unit.
     *
     * @param figure one of {@link #ALL}
     * @return the figure
     */
    public AnalysisFigure figure(RunFigure figure) {
        return new AnalysisFigure(AnalysisColumn.estimate(figure), value(figure));
    }

    /**
     * Returns the value of a figure.
     *
     * @param figure one of {@link #ALL}
     * @return its value, or the reason why there is none
     * @throws IllegalArgumentException if it is another figure
     */
    public AnalysisValue value(RunFigure figure) {
        return switch (figure) {
            case ACCURACY -> AnalysisValue.of(efficiency.accuracy().estimate())
                    .because(efficiency.accuracy().reason());
            case INTELLIGENCE_PER_JOULE -> ofJoules(efficiency.intelligencePerJoule());
            case DEVICE_INTELLIGENCE_PER_WATT -> ofJoules(efficiency.intelligencePerWatt());
            case JOULES_PER_QUERY -> ofJoules(efficiency.joulesPerQuery());
            case JOULES_PER_OUTPUT_TOKEN -> ofJoules(efficiency.joulesPerOutputToken());
            case DEVICE_WATTS -> ofJoules(efficiency.deviceWatts());
            default -> throw new IllegalArgumentException(figure.label() + " is no headline figure");
        };
    }

    private AnalysisValue ofJoules(Figure figure) {
        return AnalysisValue.of(figure.estimate()).because(efficiency.whyNoHeadline())
                .from(efficiency.energyProvenance())
                .marked(partial());
    }

    private List<FigureMark> partial() {
        QueryCoverage known = efficiency.coverage();
        boolean isPart = efficiency.basis() == HeadlineBasis.FILLED
                || (efficiency.basis() == HeadlineBasis.QUERIES && known.withEnergy() < known.queries());
        return isPart
                ? List.of(new FigureMark(FigureMark.Level.PARTIAL, String.format(Locale.ROOT,
                        "%d of %d queries and %.1f %% of the time known, the rest filled in", known.withEnergy(),
                        known.queries(), known.timeShare() * 100)))
                : List.of();
    }
}
