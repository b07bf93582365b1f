package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Show what a solved task takes.
 *
 * @param result what the analysis found
 */
record SolvedText(AnalysisResult result) {
    private static final List<String> UNITS = List.of("J", "s", "USD");

    /** Write the figures that are known, and why the others are not. */
    String text() {
        List<String> known = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (int figure = 0; figure < UNITS.size(); figure++) {
            AnalysisValue value = result.figure(SolvedAnalysis.FIGURES.get(figure));
            if (value.number().isPresent()) {
                known.add(Figures.of(value.number()) + " " + UNITS.get(figure) + interval(value.estimate()));
            } else {
                value.reason().ifPresent(reasons::add);
            }
        }
        String why = reasons.stream().distinct().collect(Collectors.joining("; "));
        return known.isEmpty()
                ? "- (" + why + ")"
                : String.join(", ", known) + ": what all attempts used over the " + result.figure("solved").count()
                        .orElse(0) + " that solved theirs" + (why.isEmpty() ? "" : "; " + why);
    }

    private static String interval(Optional<Estimate> estimate) {
        return estimate.map(Estimate::interval).map(known -> Double.isInfinite(known.high())
                ? " [" + Figures.of(known.low()) + " or more]"
                : " [" + Figures.of(known.low()) + ", " + Figures.of(known.high()) + "]").orElse("");
    }
}
