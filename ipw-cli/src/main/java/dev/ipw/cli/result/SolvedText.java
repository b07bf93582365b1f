package dev.ipw.cli.result;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.FigureScale;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of the cost of a solved task.
 *
 * @param result the result of the analysis
 */
record SolvedText(AnalysisResult result) {
    /** Formats the known figures, and the reasons why the others are unknown. */
    String text() {
        List<String> known = known();
        String why = reasons();
        return known.isEmpty()
                ? "- (" + why + ")"
                : String.join(", ", known) + ": what all attempts used over the " + result.figure("solved").count()
                        .orElse(0) + " that solved theirs" + dollars() + (why.isEmpty() ? "" : "; " + why);
    }

    /** Formats the known figures, or the reason for their absence. */
    String brief() {
        return known().isEmpty() ? "- (" + reasons() + ")" : String.join(", ", known()) + dollars();
    }

    /** Formats the dollars of 1,000 solved tasks, since a single one may cost too little to be legible. */
    private String dollars() {
        return figures(true).filter(figure -> figure.column().scale() != FigureScale.UNIT)
                .map(figure -> "; 1,000 of them cost " + Figures.usd(
                        figure.value().number().orElseThrow() * figure.column().scale().factor()))
                .collect(Collectors.joining());
    }

    private List<String> known() {
        return figures(true).filter(figure -> figure.column().scale() == FigureScale.UNIT)
                .map(figure -> FiguresText.shown(figure).text()).toList();
    }

    private String reasons() {
        return figures(false).flatMap(figure -> figure.value().reason().stream()).distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns the known or the absent figures of a solved task. */
    private Stream<AnalysisFigure> figures(boolean isKnown) {
        return result.figures().stream()
                .filter(figure -> SolvedAnalysis.FIGURES.contains(figure.column().name()))
                .filter(figure -> figure.value().number().isPresent() == isKnown);
    }
}
