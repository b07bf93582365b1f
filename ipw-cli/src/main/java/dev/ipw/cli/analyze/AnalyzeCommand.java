package dev.ipw.cli.analyze;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.JsonFile;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.options.EvaluationOptions;
import dev.ipw.cli.options.JudgeOptions;
import dev.ipw.cli.progress.ProgressBar;
import dev.ipw.cli.progress.ProgressListener;
import dev.ipw.cli.progress.QuietListener;
import dev.ipw.cli.result.RunReport;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.internal.AnalysisRunner;
import dev.ipw.profile.internal.RunRecovery;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import dev.ipw.settings.EvaluationSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that analyses stored runs; an interrupted run is finished first. */
@Command(name = "analyze", description = {"Analyse finished runs.",
        "A run that was cut off is finished first from its journal and samples. Analyses such as pareto set all "
                + "runs side by "
                + "side."})
public final class AnalyzeCommand implements Runnable {
    private final CommandContext ipw;

    @picocli.CommandLine.Parameters(arity = "1..*", paramLabel = "RUN", description = "Folders of runs.")
    private List<Path> runs = new ArrayList<>();

    @Option(names = "--analysis", paramLabel = "ID", defaultValue = AccuracyAnalysis.ID,
            description = "Which analysis; see 'ipw list analyses'. Default: ${DEFAULT-VALUE}.")
    private String analysis = AccuracyAnalysis.ID;

    @Option(names = "--option", paramLabel = "KEY=VALUE",
            description = "An option of the analysis; may be given several times.")
    private List<String> analysisOptions = new ArrayList<>();

    @Option(names = "--output", paramLabel = "FILE",
            description = "Write the result into this file too, as JSON. It is kept with the run in any case, with the first "
                    + "of several that are set side by side.")
    private @Nullable Path output;

    @ArgGroup(validate = false, heading = "%nHow answers are evaluated again:%n")
    private EvaluationOptions evaluation = new EvaluationOptions();

    @Option(names = "--evaluator-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the evaluators, in place of the one that the run keeps; may be given several"
                    + " times.")
    private List<String> evaluatorParameters = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nWho judges answers again, in place of what the run keeps:%n")
    private JudgeOptions judge = new JudgeOptions();

    public AnalyzeCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Analysis chosen = Plugins.builder("analysis", AnalysisProvider.class).classLoader(ipw.classLoader()).build()
                .require(analysis)
                .create(Parameters.of("analysis " + analysis, KeyValues.of("--option", analysisOptions)));
        List<Shown> shown;
        ProfilerListener listener = listener();
        try (Evaluators evaluators = evaluators(listener)) {
            shown = analyze(chosen, evaluators, listener);
        }
        ipw.answer(() -> shown.stream().map(one -> one.text().get()).collect(Collectors.joining("\n")),
                () -> TreeBuilder.object().put("analyses", shown.stream().map(Shown::tree).toList()));
    }

    private List<Shown> analyze(Analysis chosen, Evaluators evaluators, ProfilerListener listener) {
        List<Path> folders = SeriesFolder.runsOf(runs);
        List<Shown> shown = new ArrayList<>();
        AnalysisRunner runner = new AnalysisRunner(evaluators, listener, this::notKept);
        if (chosen instanceof SideBySideAnalysis together) {
            List<RunReader> all = folders.stream().map(folder -> recover(folder, evaluators)).toList();
            shown.add(shown(all.getFirst(), runner.analyzeTogether(all, together), Optional.empty()));
        } else {
            requireOneResult(folders);
            for (Path folder : folders) {
                RunReader run = runner.evaluated(recover(folder, evaluators), chosen);
                shown.add(chosen instanceof AccuracyAnalysis accuracy && !ipw.json()
                        ? accuracy(run, accuracy, runner)
                        : shown(run, runner.analyze(run, chosen), Optional.empty()));
            }
        }
        return shown;
    }

    /** Analyses the accuracy in the reading that the run's other figures on the screen need too. */
    private Shown accuracy(RunReader run, AccuracyAnalysis accuracy, AnalysisRunner runner) {
        AnalysedRun analysed = new AnalysedRun(run, runner.evaluators().providers());
        RunReport.Gathering report = new RunReport.Gathering(analysed, Optional.empty());
        AnalysisResult result = runner.analyze(analysed, accuracy, report.gatherers());
        return shown(run, result, Optional.of(report.finish()));
    }

    private Evaluators evaluators(ProfilerListener listener) {
        EvaluatorContext context = EvaluatorContext.builder()
                .clients(
                        Plugins.builder("client", InferenceClientProvider.class).classLoader(ipw.classLoader()).build())
                .progress(listener::waiting).build();
        return new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class).classLoader(ipw.classLoader())
                .build(), context,
                evaluation.in(EvaluationSettings.DEFAULTS).parameters(judge.parameters())
                        .parameters(KeyValues.of("--evaluator-param", evaluatorParameters)));
    }

    /** Reports that the result is not stored. A run on a read-only medium is analysed like any other. */
    private void notKept(InputException cannotWrite) {
        ipw.complain("The result is not kept with the run. " + cannotWrite.getMessage());
    }

    private RunReader recover(Path folder, Evaluators evaluators) {
        RunReader run = RunRecovery.recover(folder, evaluators);
        ipw.complainOfDamage(run.summary());
        return run;
    }

    /** The displayed part of a result: the result itself may hold thousands of answers. */
    private record Shown(Supplier<String> text, Map<String, @Nullable Object> tree) {}

    /** Returns the listener that shows progress: evaluating answers again can take long. */
    private ProfilerListener listener() {
        boolean live = ipw.terminal().live() && !ipw.verbose();
        return ipw.quiet()
                ? new QuietListener(ipw)
                : new ProgressListener(new ProgressBar(ipw.terminal().err(), ipw.window(), live, System::nanoTime));
    }

    private void requireOneResult(List<Path> folders) {
        if (output != null && folders.size() > 1) {
            throw new ConfigurationException("--output takes one result, and " + analysis
                    + " has one of each run. Analyse the runs one by one");
        }
    }

    private Shown shown(RunReader run, AnalysisResult result, Optional<RunReport> report) {
        if (output != null) {
            JsonFile.write(output, result.toJson());
        }
        return new Shown(() -> new AnalysisText(ipw.terminal().columns(), report)
                .of(ProfileRun.open(run.directory().path()), result), tree(run, result).build());
    }

    /** Returns a result without its answers, which are thousands. */
    public static TreeBuilder tree(RunReader run, AnalysisResult result) {
        AnalysisResult output = result.analysis().equals(AccuracyAnalysis.ID)
                ? result.without(AccuracyAnalysis.RECORDS)
                : result;
        TreeBuilder tree = TreeBuilder.object().put("run", run.directory().path().toString());
        output.toMap().forEach(tree::put);
        return tree;
    }
}
