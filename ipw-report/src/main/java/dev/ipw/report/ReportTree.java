package dev.ipw.report;

import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.report.findings.AgentEnergy;
import dev.ipw.report.findings.RunFacts;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.report.head.BenchHead;
import dev.ipw.report.head.SloWords;
import dev.ipw.report.markup.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tree of everything that a report shows: the results of runs and analyses, and the data of charts. */
final class ReportTree {
    /** The order of the built-in analyses; any other follows. */
    private static final List<String> ORDER = List.of("accuracy", "latency", "regression", "steady-state", "cost",
            "definitions", "pareto", "slowest");

    private final Map<String, @Nullable Object> root = new LinkedHashMap<>();
    private final List<ReportedRun> runs;

    private ReportTree(List<ReportedRun> runs) {
        this.runs = runs;
    }

    /**
     * Builds the tree.
     *
     * @param runs      the runs with their queries
     * @param together  the results of analyses over all runs
     * @param compared  the comparison of the runs, if there is one
     * @param series    the content of the series' file, if the runs are a series
     * @param writtenAt the time of writing
     */
    static Tree of(List<ReportedRun> runs, TogetherFindings together, PairComparison compared,
            Optional<String> series, Instant writtenAt) {
        ReportTree tree = new ReportTree(runs);
        Map<String, Map<String, AnalysisResult>> results = new LinkedHashMap<>();
        Tree root = new Tree(tree.root, results);
        tree.root.put("report",
                TreeBuilder.object().put("version", 1L)
                        .put("name", tree.bench().map(folder -> folder.getFileName().toString()))
                        .put("written_at", writtenAt.toString())
                        .put("runs", (long) runs.size()).put("models", tree.models()).build());
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (ReportedRun run : runs) {
            Map<String, @Nullable Object> one = run(run);
            results.put(Tree.key("runs", all.size()), run.findings().found());
            all.add(all.isEmpty() ? one : ResultColumns.without(one, all.getFirst()));
        }
        tree.root.put("runs", all);
        compared.failure().ifPresent(why -> tree.root.put("comparison_failed", why));
        compared.json()
                .ifPresent(json -> tree.root.put("comparison", TreeReader.ofJson("the comparison", json).asMap()));
        series.ifPresent(json -> tree.root.put("series", TreeReader.ofJson("the file of the series", json).asMap()));
        tree.bench().ifPresent(folder -> tree.root.put(BenchHead.KEY, BenchHead.cells(folder)));
        root.text("series.slo").ifPresent(slo -> tree.root.put(SloWords.KEY, SloWords.of(slo)));
        if (runs.size() > 1) {
            results.put("together", together.found());
            tree.root.put("together", RunFindings.trees(together.found()));
            tree.root.put("not_applicable", RunFindings.notApplicable(together.skipped()));
            tree.root.put("skipped", RunFindings.failed(together.skipped()));
        }
        tree.root.put("load_order", new SeriesCharts(runs, root).order());
        tree.root.put("charts", tree.charts(root));
        return root;
    }

    /** Returns the folder of the bench of which these are all runs; empty if they are of none. */
    private Optional<Path> bench() {
        List<Path> folders = runs.stream()
                .flatMap(run -> Stream.ofNullable(run.run().directory().path().toAbsolutePath().getParent())).distinct()
                .toList();
        return runs.size() > 1 && folders.size() == 1
                && Files.isRegularFile(folders.getFirst().resolve(SeriesFolder.BENCH))
                        ? Optional.of(folders.getFirst())
                        : Optional.empty();
    }

    private static Map<String, @Nullable Object> run(ReportedRun run) {
        Map<String, @Nullable Object> tree = RunFacts.of(run.name(), run.run(),
                RunFindings.trees(run.findings().found()));
        tree.put("not_applicable", RunFindings.notApplicable(run.findings().skipped()));
        tree.put("skipped", RunFindings.failed(run.findings().skipped()));
        tree.put("failures", failures(run.rows()));
        run.agent().ifPresent(agent -> tree.put(AgentEnergy.KEY, agent.tree(run.run())));
        FigureMark.ofShares(run.run().summary().totals()).stream().findFirst()
                .ifPresent(mark -> tree.put("shares_unusable", mark.reason()));
        return tree;
    }

    /** Returns the analyses in the order in which they are shown. */
    static List<AnalysisProvider> ordered(Plugins<AnalysisProvider> analyses) {
        List<AnalysisProvider> ordered = new ArrayList<>(analyses.all());
        ordered.sort((one, other) -> Integer.compare(rank(one), rank(other)));
        return ordered;
    }

    private static int rank(AnalysisProvider provider) {
        int rank = ORDER.indexOf(provider.id());
        return rank < 0 ? ORDER.size() : rank;
    }

    private static Map<String, @Nullable Object> failures(RunRows rows) {
        return TreeBuilder.object().put("count", rows.failedQueries())
                .put("causes", rows.causes().list().stream().map(cause -> cause.tree().build()).toList())
                .build();
    }

    private Map<String, @Nullable Object> charts(Tree root) {
        RelationCharts relations = new RelationCharts(runs, root);
        RunCharts each = new RunCharts(runs, root);
        SeriesCharts series = new SeriesCharts(runs, root);
        Map<String, @Nullable Object> charts = new LinkedHashMap<>();
        charts.put("power", PowerChart.all(runs));
        charts.put("turns", runs.stream().map(TurnsChart::of).flatMap(Optional::stream).toList());
        charts.put("times", spreads("s"));
        charts.put("speed", spreads("tokens/s"));
        charts.put("energy", spreads("J", "J/token", "W"));
        charts.put("tokens", spreads("tokens"));
        charts.put("relations", relations.clouds());
        charts.put("heat", relations.heatMaps());
        charts.put("subjects", each.subjects());
        charts.put("series", series.all());
        // One model under several loads has one accuracy, so a chart of accuracy against cost would show nothing.
        charts.put("pareto", models() > 1 ? each.pareto() : List.of());
        return charts;
    }

    private long models() {
        return runs.stream().map(run -> ModelCalls.subject(run.run())).distinct().count();
    }

    private List<Map<String, @Nullable Object>> spreads(String... units) {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        for (Dimension dimension : ReportedRun.SHOWN) {
            if (List.of(units).contains(dimension.unit())) {
                charts.addAll(new SpreadCharts(dimension, runs).all());
            }
        }
        return charts;
    }
}
