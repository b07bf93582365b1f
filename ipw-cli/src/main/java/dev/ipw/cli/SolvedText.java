package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of the cost of a solved task.
 *
 * @param result the result of the analysis
 */
record SolvedText(AnalysisResult result) {
    /** The units of the first figures; the one after them is in dollars. */
    private static final List<String> UNITS = List.of("J", "s");
    private static final double THOUSAND = 1e3;

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

    /** Formats the dollars per 1,000 solved tasks, since a single one may cost too little to be legible. */
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
