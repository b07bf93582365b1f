package dev.ipw.cli.analyze;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.cost.CostAnalysis;
import dev.ipw.analysis.definition.DefinitionsAnalysis;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.analysis.pareto.ParetoAnalysis;
import dev.ipw.analysis.regression.RegressionAnalysis;
import dev.ipw.analysis.steady.SteadyStateAnalysis;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.result.SensorError;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;
import java.util.Set;

/**
 * The text of an analysis result for a person: a specific table, or a list of names and values.
 *
 * @param columns the width of the screen
 * @param report  the run's other figures, if they are known already; accuracy shows them
 */
record AnalysisText(int columns, Optional<RunReport> report) {
    // The text of the accuracy analysis includes this with the run's figures.
    private static final Set<String> WITH_JOULES = Set.of(RegressionAnalysis.ID, ParetoAnalysis.ID, CostAnalysis.ID,
            SteadyStateAnalysis.ID, DefinitionsAnalysis.ID);

    /** Formats the result for the run that stores it. */
    String of(ProfileRun run, AnalysisResult result) {
        StringBuilder text = new StringBuilder(body(run, result));
        if (WITH_JOULES.contains(result.analysis())) {
            SensorError.of(run.summary()).ifPresent(error -> text.append("Of all joules, ").append(error).append('\n'));
        }
        result.warnings()
                .forEach(warning -> text
                        .append(TextTable.paragraph("Warning: " + CommandWords.of(warning), "", columns)));
        return text.append("Analysis: ")
                .append(run.path().resolve("analysis").resolve(result.analysis() + ".json")).append('\n').toString();
    }

    private String body(ProfileRun run, AnalysisResult result) {
        return switch (result.analysis()) {
            case AccuracyAnalysis.ID -> report.orElseGet(() -> new RunReport(run)).details(columns)
                    + AccuracyText.of(result, columns);
            case RegressionAnalysis.ID -> run.path() + "\n" + new RegressionText(columns)
                    .of(TreeReader.of(result.analysis(), result.summary()),
                            TreeReader.of(result.analysis(), result.data()));
            case RoutingText.ID -> new RoutingText(columns).of(result);
            case ParetoAnalysis.ID -> new ParetoText(columns).of(result);
            case DefinitionsAnalysis.ID -> run.path() + "\n" + new DefinitionsText(columns).of(result);
            case SteadyStateAnalysis.ID -> run.path() + "\n"
                    + SteadyStateText.of(result, columns);
            case LatencyAnalysis.ID -> run.path() + "\n"
                    + LatencyText.of(result, columns);
            case CostAnalysis.ID -> run.path() + "\n" + CostText.of(result, columns);
            default -> run.path() + "\n" + new FiguresText(columns).of(result);
        };
    }
}
