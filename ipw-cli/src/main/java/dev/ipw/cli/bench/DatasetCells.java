package dev.ipw.cli.bench;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.cost.RunPricing;
import dev.ipw.analysis.pareto.ParetoAnalysis;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measured cells of one dataset, for comparison.
 *
 * @param dataset    the name of the dataset
 * @param cells      the cells with results, at least one
 * @param pareto     the dominance between the cells
 * @param comparison each cell against the first; empty if there is only one, or they have nothing in common
 */
record DatasetCells(String dataset, List<MeasuredCell> cells, AnalysisResult pareto, Optional<Comparison> comparison) {
    private static final List<ComparedDimension> COMPARED = List.of(ComparedDimension.ACCURACY,
            ComparedDimension.JOULES_PER_QUERY, ComparedDimension.of(Dimension.TIME_FROM_INTENDED_START));

    /** Copies the list. */
    DatasetCells {
        cells = List.copyOf(cells);
    }

    /** Reads the results of the cells; empty if none has results. */
    static Optional<DatasetCells> of(String dataset, BenchManifest manifest, BenchFolder folder) {
        List<BenchManifest.Entry> measured = manifest.entries().stream()
                .filter(entry -> entry.cell().dataset().equals(dataset) && folder.hasResults(entry.cell())).toList();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        List<RunReader> runs = measured.stream().map(entry -> RunReader.open(folder.run(entry.cell()))).toList();
        AnalysisResult pareto = new ParetoAnalysis(
                RunPricing.of(ParetoAnalysis.ID, Parameters.of("analysis " + ParetoAnalysis.ID, Map.of())))
                .analyzeTogether(runs);
        AnalysisTable points = pareto.table("points").orElseThrow();
        List<MeasuredCell> cells = new ArrayList<>();
        for (int at = 0; at < runs.size(); at++) {
            AnalysisValue seconds = points.value(points.rows().get(at), MeasuredCell.Figure.SECONDS_PER_QUERY.key());
            cells.add(new MeasuredCell(manifest.entries().indexOf(measured.get(at)) + 1, measured.get(at),
                    CellFigures.of(runs.get(at)), seconds));
        }
        return Optional.of(new DatasetCells(dataset, cells, pareto, compared(runs)));
    }

    private static Optional<Comparison> compared(List<RunReader> runs) {
        if (runs.size() < 2) {
            return Optional.empty();
        }
        try {
            return Optional.of(Comparison.of(runs.stream().map(ComparedRun::of).toList(), COMPARED));
        } catch (InputException | ConfigurationException nothingInCommon) {
            return Optional.empty();
        }
    }

    /** Returns the cell with this folder name. */
    MeasuredCell named(String name) {
        return cells.stream().filter(cell -> cell.entry().cell().name().equals(name)).findFirst().orElseThrow();
    }
}
