package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.internal.EstimateTree;
import dev.ipw.cli.bench.MeasuredCell.Figure;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.HtmlReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The results of the cells of a bench, by dataset. */
record BenchReport(BenchFolder folder, BenchManifest manifest, List<DatasetCells> datasets) {
    private static final int MAX_RUNS_PER_PAGE = 32;

    /** Reads the runs of all cells with results. */
    static BenchReport of(BenchFolder folder, BenchManifest manifest) {
        return new BenchReport(folder, manifest, manifest.datasets().stream()
                .map(dataset -> DatasetCells.of(dataset, manifest, folder)).flatMap(Optional::stream).toList());
    }

    /** Returns the cells with results; those of a dataset are consecutive. */
    List<MeasuredCell> cells() {
        return datasets.stream().flatMap(dataset -> dataset.cells().stream()).toList();
    }

    /** Formats the report for a person. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(TextTable.paragraph(title(), "", columns));
        datasets.forEach(dataset -> text.append('\n').append(new DatasetCellsText(dataset, columns).text()));
        text.append('\n');
        if (!datasets.isEmpty()) {
            text.append(TextTable.paragraph(
                    "* best of its column, and no interval overlaps its own; ! not to be believed as it stands."
                            + " Intervals have a level of 95 percent, of chance within one run. J/solved and USD/1,000 solved: what all attempts used over the solved"
                            + " tasks, and over a thousand of them.",
                    "", columns));
            energy().forEach(line -> text.append(TextTable.paragraph(line, "", columns)));
        }
        unfinished().forEach(line -> text.append(TextTable.paragraph(line, "", columns)));
        return text.append("Bench: ").append(folder.path()).append('\n').toString();
    }

    private String title() {
        Map<CellState, Long> states = manifest.entries().stream()
                .collect(Collectors.groupingBy(BenchManifest.Entry::state, Collectors.counting()));
        List<String> counts = new ArrayList<>();
        for (CellState state : CellState.values()) {
            Optional.ofNullable(states.get(state)).ifPresent(count -> counts.add(count + " " + state.words()));
        }
        return manifest.entries().size() + " cells: " + String.join(", ", counts);
    }

    private List<String> energy() {
        return cells().stream().map(MeasuredCell::figures).map(CellFigures::efficiency).map(BenchReport::energy)
                .distinct().toList();
    }

    private static String energy(Efficiency efficiency) {
        return efficiency.energyProvenance() == Provenance.UNAVAILABLE
                ? "Energy: unavailable: " + CommandWords.of(efficiency.energySource())
                : "Energy: " + efficiency.energyProvenance() + ", " + efficiency.energyScope() + " ("
                        + efficiency.energySource() + ")";
    }

    private List<String> unfinished() {
        return manifest.entries().stream().filter(entry -> entry.state() != CellState.FINISHED)
                .map(entry -> entry.cell().text() + ": " + entry.state().words()
                        + entry.reason().map(why -> ": " + why).orElse(""))
                .toList();
    }

    /** Returns the failed requests of the measured cells, for standard error. */
    List<String> failures() {
        return cells().stream().flatMap(cell -> cell.figures().failed().stream()
                .map(some -> cell.entry().cell().text() + ": failed: " + some.text())).toList();
    }

    /** Returns the report as a tree. */
    TreeBuilder tree() {
        return manifest.tree().put("folder", folder.path().toString()).put("datasets",
                datasets.stream().map(dataset -> tree(dataset).build()).toList());
    }

    private TreeBuilder tree(DatasetCells dataset) {
        return TreeBuilder.object().put("dataset", dataset.dataset())
                .put("cells", dataset.cells().stream().map(cell -> tree(cell).build()).toList())
                .put("front_by_joules", names(dataset, "joules")).put("front_by_seconds", names(dataset, "seconds"))
                .put("front_by_usd", names(dataset, "usd")).put("warnings", dataset.pareto().warnings())
                .put("comparison", dataset.comparison().map(Comparison::toJson)
                        .map(json -> TreeReader.ofJson("comparison", json).asMap()));
    }

    private static List<String> names(DatasetCells dataset, String resource) {
        return dataset.pareto().figure("front_by_" + resource).texts();
    }

    private TreeBuilder tree(MeasuredCell cell) {
        CellFigures figures = cell.figures();
        Efficiency efficiency = figures.efficiency();
        TreeBuilder tree = TreeBuilder.object().put("name", cell.entry().cell().name())
                .put("agent", cell.entry().cell().agent()).put("model", cell.entry().cell().model())
                .put("run", folder.run(cell.entry().cell()).toString())
                .put("queries", figures.run().summary().totals().queries()).put("failed", figures.failures())
                .put("correct", efficiency.correct()).put("scored", efficiency.scored());
        for (Figure figure : Figure.values()) {
            tree.put(figure.key(), tree(cell.value(figure)));
        }
        return tree.put("energy_provenance", efficiency.energyProvenance().name())
                .put("energy_scope", efficiency.energyScope()).put("energy_source", efficiency.energySource())
                .put("doubts", figures.doubts().stream().map(BenchReport::tree).toList())
                .put("actions", figures.actions().tree());
    }

    private static Map<String, @Nullable Object> tree(CellDoubt doubt) {
        return TreeBuilder.object().put("figures", doubt.figures().stream().sorted().map(Figure::key).toList())
                .put("reason", doubt.detail()).build();
    }

    private static Map<String, @Nullable Object> tree(AnalysisValue value) {
        OptionalDouble none = OptionalDouble.empty();
        return TreeBuilder.object().put("value", value.number())
                .put("low", value.interval().map(known -> EstimateTree.bound(known.low())).orElse(none))
                .put("high", value.interval().map(known -> EstimateTree.bound(known.high())).orElse(none))
                .put("reason", value.reason()).build();
    }

    /**
     * Writes HTML pages of the runs: one page for all, or one per dataset if there are too many for one.
     *
     * @return the pages
     */
    List<Path> writePages() {
        if (cells().size() <= MAX_RUNS_PER_PAGE) {
            Optional<Comparison> comparison = datasets.size() == 1
                    ? datasets.getFirst().comparison()
                    : Optional.empty();
            return cells().isEmpty() ? List.of() : List.of(write(cells(), comparison, "report.html"));
        }
        List<Path> pages = new ArrayList<>();
        for (DatasetCells dataset : datasets) {
            String name = "report_" + dataset.dataset().replaceAll("[^A-Za-z0-9._-]+", "-") + ".html";
            if (dataset.cells().size() <= MAX_RUNS_PER_PAGE) {
                pages.add(write(dataset.cells(), dataset.comparison(), name));
            }
        }
        return pages;
    }

    private Path write(List<MeasuredCell> cells, Optional<Comparison> comparison, String name) {
        HtmlReport page = HtmlReport
                .of(cells.stream().map(cell -> ProfileRun.open(folder.run(cell.entry().cell()))).toList());
        return comparison.map(Comparison::toJson).map(page::comparing).orElse(page).write(folder.path().resolve(name));
    }

    /** Returns whether a request, an evaluation or a cell failed. */
    boolean hasFailed() {
        return manifest.entries().stream().anyMatch(entry -> entry.state() == CellState.FAILED)
                || cells().stream().anyMatch(cell -> cell.figures().hasFailed());
    }
}
