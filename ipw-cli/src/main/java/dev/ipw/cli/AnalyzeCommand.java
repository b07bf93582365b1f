package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AccuracyAnalysis;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.SideBySideAnalysis;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.ProfilerListener;
import dev.ipw.results.SeriesFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Analyse runs that were kept; one that was cut off is finished first. */
@Command(name = "analyze", description = {"Analyse runs that were kept.",
        "A run that was cut off is finished first, from what it had written. Analyses such as pareto set all runs side by "
                + "side."})
final class AnalyzeCommand implements Runnable {
    private final IpwCommand ipw;

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

    AnalyzeCommand(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Analysis chosen = Plugins.builder("analysis", AnalysisProvider.class).classLoader(ipw.classLoader()).build()
                .require(analysis)
                .create(Parameters.of("analysis " + analysis, KeyValues.of("--option", analysisOptions)));
        Plugins<EvaluatorProvider> evaluators = Plugins.builder("evaluator", EvaluatorProvider.class)
                .classLoader(ipw.classLoader()).build();
        List<Path> folders = SeriesFolder.runsOf(runs);
        List<Shown> shown = new ArrayList<>();
        if (chosen instanceof SideBySideAnalysis together) {
            List<ProfileRun> all = folders.stream().map(this::recover).toList();
            shown.add(shown(all.getFirst(), ProfileRun.analyzeTogether(together, all, this::notKept)));
        } else {
            requireOneResult(folders);
            for (Path folder : folders) {
                ProfileRun run = recover(folder);
                shown.add(shown(run, run.analyze(chosen, evaluators, listener(), this::notKept)));
            }
        }
        ipw.answer(() -> shown.stream().map(Shown::text).collect(Collectors.joining("\n")),
                () -> TreeBuilder.object().put("analyses", shown.stream().map(Shown::tree).toList()));
    }

    /** A run on a medium that can only be read is analysed like any other. */
    private void notKept(InputException cannotWrite) {
        ipw.complain("The result is not kept with the run. " + cannotWrite.getMessage());
    }

    private ProfileRun recover(Path folder) {
        ProfileRun run = ProfileRun.recover(folder);
        ipw.complainOfDamage(run.summary());
        return run;
    }

    /** What is kept of a result to show it: the result itself may hold thousands of answers. */
    private record Shown(String text, Map<String, @Nullable Object> tree) {}

    /** Judging answers again can take long. */
    private ProfilerListener listener() {
        boolean live = ipw.terminal().live() && !ipw.verbose();
        return ipw.quiet()
                ? new QuietListener(ipw)
                : new ProgressListener(new ProgressBar(ipw.terminal(), live, System::nanoTime));
    }

    private void requireOneResult(List<Path> folders) {
        if (output != null && folders.size() > 1) {
            throw new ConfigurationException("--output has room for one result, and " + analysis
                    + " has one of each run. Analyse the runs one by one");
        }
    }

    private Shown shown(ProfileRun run, AnalysisResult result) {
        if (output != null) {
            JsonFile.write(output, result.toJson());
        }
        TreeBuilder tree = TreeBuilder.object().put("run", run.path().toString()).put("analysis", result.analysis())
                .put("summary", result.summary()).put("warnings", result.warnings());
        Map<String, @Nullable Object> data = new LinkedHashMap<>(result.data());
        if (result.analysis().equals(AccuracyAnalysis.ID)) {
            // These are thousands of answers; its file has them.
            data.remove(AccuracyAnalysis.RECORDS);
        }
        tree.put("data", data);
        return new Shown(new AnalysisText(ipw.terminal().columns()).of(run, result), tree.build());
    }
}
