package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Show what a solved task takes.
 *
 * @param result what the analysis found
 */
record SolvedText(AnalysisResult result) {
    /** Of the first figures; the one behind them is in dollars. */
    private static final List<String> UNITS = List.of("J", "s");
    private static final double THOUSAND = 1e3;

    /** Write the figures that are known, and why the others are not. */
    String text() {
        List<String> known = known();
        String why = reasons();
        return known.isEmpty()
                ? "- (" + why + ")"
                : String.join(", ", known) + ": what all attempts used over the " + result.figure("solved").count()
                        .orElse(0) + " that solved theirs" + dollars() + (why.isEmpty() ? "" : "; " + why);
    }

    /** Write the figures that are known, or why none is. */
    String brief() {
        return known().isEmpty() ? "- (" + reasons() + ")" : String.join(", ", known()) + dollars();
    }

    /** One task may cost too little to be read. */
    private String dollars() {
        AnalysisValue value = result.figure(SolvedAnalysis.FIGURES.get(UNITS.size()));
        return value.number().isPresent()
                ? "; 1,000 of them cost " + Figures.usd(value.number().getAsDouble() * THOUSAND)
                : "";
    }

    private List<String> known() {
        List<String> known = new ArrayList<>();
        for (int figure = 0; figure < UNITS.size(); figure++) {
            AnalysisValue value = result.figure(SolvedAnalysis.FIGURES.get(figure));
            if (value.number().isPresent()) {
                known.add(FiguresText.shown(value, 1, UNITS.get(figure)).text());
            }
        }
        return known;
    }

    private String reasons() {
        return SolvedAnalysis.FIGURES.stream().map(result::figure).filter(value -> value.number().isEmpty())
                .flatMap(value -> value.reason().stream()).distinct().collect(Collectors.joining("; "));
    }
}
