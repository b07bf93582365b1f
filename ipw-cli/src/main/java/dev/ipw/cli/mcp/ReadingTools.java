package dev.ipw.cli.mcp;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.cli.analyze.AnalyzeCommand;
import dev.ipw.cli.doctor.DoctorCommand;
import dev.ipw.cli.doctor.Machine;
import dev.ipw.cli.monitor.SensorStatuses;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.show.RequestList;
import dev.ipw.cli.show.ShowCommand;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tools by which an assistant reads runs; they write nothing. */
record ReadingTools(RunsFolder folder, ClassLoader loader) {
    private static final int MAX_RUNS = 20;
    private static final int MAX_LISTED = 1_000;
    private static final int FEW_LISTED = 100;
    private static final int MAX_OPTION_CHARACTERS = 200;
    private static final String RUN = "\"run\": {\"type\": \"string\", \"description\": \"the name of a run, as list_runs gives it\"}";
    private static final String RUNS = "\"runs\": {\"type\": \"array\", \"minItems\": 1, \"maxItems\": " + MAX_RUNS
            + ", \"items\": {\"type\": \"string\"}, \"description\": \"names of runs or of series, as list_runs gives them\"}";

    List<ServedTool> all() {
        return List.of(
                new ServedTool("doctor",
                        "Say what this machine can measure, and for each thing it cannot, why and what to do.",
                        schema("", ""), true, input -> doctor()),
                new ServedTool("list_runs",
                        "List the runs: name, model, dataset, queries, failures, joules of the devices.",
                        schema("\"limit\": {\"type\": \"integer\", \"minimum\": 1, \"maximum\": " + MAX_LISTED
                                + ", \"description\": \"how many at most; " + FEW_LISTED + " by default\"}", ""),
                        true, this::list),
                new ServedTool("report",
                        "Say what a run came to: accuracy, joules and seconds per query, intelligence per joule"
                                + " and per watt, failures, costs; and where its report for a browser is, if there is one.",
                        schema(RUN, "\"run\""), true, this::report),
                new ServedTool("show",
                        "List a run's requests that have most of a figure, and those that failed; with id, give"
                                + " one request: times, joules, tokens, turns of an agent, verdict, question and answer.",
                        schema(RUN
                                + ", \"id\": {\"type\": \"string\", \"description\": \"a record id, or a row from 1\"}"
                                + ", \"sort\": {\"type\": \"string\", \"description\": \"the figure, such as latency, ttft, joules or"
                                + " output_tokens; latency by default\"}, \"limit\": {\"type\": \"integer\", \"minimum\": 1,"
                                + " \"maximum\": " + ShowCommand.MAX_ROWS + "}", "\"run\""),
                        true, this::show),
                new ServedTool("compare",
                        "Compare runs with the first one: medians and percentiles with intervals, differences,"
                                + " and a sentence for each figure. One run against another concludes on accuracy and numbers of"
                                + " tokens only: times and joules vary from run to run.",
                        schema(RUNS
                                + ", \"dimensions\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}, \"description\":"
                                + " \"such as tpot, ttft, j/query, accuracy or ipj; the usual ones by default\"}",
                                "\"runs\""),
                        true, this::compare),
                new ServedTool("analyze",
                        "Analyse runs without keeping the result: accuracy, latency, cost, regression, pareto"
                                + " and others.",
                        schema(RUNS
                                + ", \"analysis\": {\"type\": \"string\", \"description\": \"its id; accuracy by default\"}"
                                + ", \"options\": {\"type\": \"object\", \"additionalProperties\": {\"type\": [\"string\","
                                + " \"number\", \"boolean\"]}, \"description\": \"options of the analysis by name; files are not taken\"}",
                                "\"runs\""),
                        true, this::analyze));
    }

    static String schema(String properties, String required) {
        return "{\"type\": \"object\", \"properties\": {" + properties + "}, \"required\": [" + required
                + "], \"additionalProperties\": false}";
    }

    private TreeBuilder doctor() {
        return DoctorCommand.tree(Machine.describe(loader), SensorStatuses.probe(loader, notice -> {}));
    }

    private TreeBuilder list(ToolInput input) {
        List<Path> runs = folder.all();
        int limit = input.integer("limit", FEW_LISTED, 1, MAX_LISTED);
        return TreeBuilder.object().put("folder", folder.root().toString()).put("count", (long) runs.size())
                .put("runs", runs.stream().limit(limit).map(this::line).toList());
    }

    /** Returns the entry of a run; a run that cannot be read is listed with the reason. */
    private Map<String, @Nullable Object> line(Path run) {
        TreeBuilder line = TreeBuilder.object().put("name", folder.name(run));
        try {
            RunSummary summary = ProfileRun.open(folder.folder(folder.name(run))).summary();
            RunConfiguration configuration = summary.configuration();
            return line.put("model", configuration.client().model()).put("dataset", configuration.dataset())
                    .put("queries", summary.totals().queries()).put("failed", summary.totals().failed())
                    .put("interrupted", summary.interrupted()).put("ended", summary.endTime().toString())
                    .put("device_joules", summary.totals().deviceEnergy().joules())
                    .put("provenance", summary.totals().deviceEnergy().provenance().name())
                    .put("damage", summary.damage()).build();
        } catch (InputException | ConfigurationException unreadable) {
            return line.put("problem", unreadable.getMessage()).build();
        }
    }

    private TreeBuilder report(ToolInput input) {
        Path run = folder.folder(input.require("run"));
        Path page = run.resolve("report.html");
        TreeBuilder report = new RunReport(ProfileRun.open(run)).tree();
        return report.put("report", Files.isRegularFile(page) ? Optional.of(page.toString()) : Optional.empty());
    }

    private TreeBuilder show(ToolInput input) {
        ProfileRun run = ProfileRun.open(folder.folder(input.require("run")));
        Optional<String> id = input.text("id");
        if (id.isPresent()) {
            return ShowCommand.page(run, id.get()).tree();
        }
        return RequestList.of(run, Dimension.named(input.text("sort").orElse("latency")),
                input.integer("limit", ShowCommand.FEW_ROWS, 1, ShowCommand.MAX_ROWS)).tree();
    }

    private TreeBuilder compare(ToolInput input) {
        List<String> asked = input.texts("dimensions");
        List<ComparedDimension> dimensions = asked.isEmpty()
                ? ComparedDimension.usual()
                : asked.stream().map(ComparedDimension::named).toList();
        List<ComparedRun> runs = runs(input).stream().map(ProfileRun::open)
                .map(run -> ComparedRun.of(run.path(), run.summary(), run::forEachQuery)).toList();
        TreeBuilder tree = TreeBuilder.object();
        TreeReader.ofJson("the comparison", Comparison.of(runs, dimensions).toJson()).asMap().forEach(tree::put);
        return tree;
    }

    private TreeBuilder analyze(ToolInput input) {
        String id = input.text("analysis").orElse(AccuracyAnalysis.ID);
        Map<String, String> options = input.named("options");
        options.forEach(ReadingTools::requireNoFile);
        Analysis analysis = Plugins.builder("analysis", AnalysisProvider.class).classLoader(loader).build().require(id)
                .create(Parameters.of("analysis " + id, options));
        if (analysis.evaluationAttempts().isPresent()) {
            throw new ConfigurationException(
                    "These options evaluate answers again, which changes the run. Leave them out;"
                            + " 'ipw analyze' does it");
        }
        List<RunReader> runs = runs(input).stream().map(RunReader::open).toList();
        List<Object> results = new ArrayList<>();
        if (analysis instanceof SideBySideAnalysis together) {
            results.add(AnalyzeCommand.tree(runs.getFirst(), together.analyzeTogether(runs)).build());
        } else {
            Plugins<EvaluatorProvider> evaluators = Plugins.builder("evaluator", EvaluatorProvider.class)
                    .classLoader(loader)
                    .build();
            runs.forEach(run -> results.add(AnalyzeCommand.tree(run, analysis.analyze(run, evaluators)).build()));
        }
        return TreeBuilder.object().put("analyses", results);
    }

    /** Rejects an option that names a file: it would let an assistant read any file. */
    private static void requireNoFile(String name, String value) {
        if (value.contains("/") || value.contains("\\") || value.startsWith("~") || isFile(value)) {
            throw new ConfigurationException("The option " + Excerpt.of(name, MAX_OPTION_CHARACTERS) + "="
                    + Excerpt.of(value, MAX_OPTION_CHARACTERS)
                    + " names a file or a folder, or looks so. Files are not taken here; 'ipw analyze' takes them");
        }
    }

    private static boolean isFile(String value) {
        try {
            return Files.exists(Path.of(value), LinkOption.NOFOLLOW_LINKS) && !value.isEmpty();
        } catch (InvalidPathException noName) {
            return false;
        }
    }

    private List<Path> runs(ToolInput input) {
        List<Path> runs = folder.runs(input.texts("runs"));
        if (runs.isEmpty() || runs.size() > MAX_RUNS) {
            throw new ConfigurationException("Give 1 to " + MAX_RUNS + " runs, not " + runs.size());
        }
        return runs;
    }
}
