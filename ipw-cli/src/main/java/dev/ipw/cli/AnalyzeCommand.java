package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AccuracyAnalysis;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.LatencyAnalysis;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Analyse runs that were kept; one that was cut off is finished first. */
@Command(name = "analyze", description = {"Analyse runs that were kept.",
        "A run that was cut off is finished first, from what it had written."})
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

    AnalyzeCommand(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Analysis chosen = Plugins.builder("analysis", AnalysisProvider.class).classLoader(ipw.classLoader()).build()
                .require(analysis)
                .create(Parameters.of("analysis " + analysis, KeyValues.of("--option", analysisOptions)));
        StringBuilder text = new StringBuilder();
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        for (Path folder : runs) {
            ProfileRun run = ProfileRun.recover(folder);
            AnalysisResult result = run.analyze(chosen);
            text.append(text.isEmpty() ? "" : "\n").append(text(run, result));
            trees.add(TreeBuilder.object().put("run", run.path().toString()).put("analysis", result.analysis())
                    .put("summary", result.summary()).put("warnings", result.warnings()).build());
        }
        ipw.answer(text::toString, () -> TreeBuilder.object().put("analyses", trees));
    }

    private String text(ProfileRun run, AnalysisResult result) {
        int columns = ipw.terminal().columns();
        StringBuilder text = new StringBuilder();
        if (result.analysis().equals(AccuracyAnalysis.ID)) {
            text.append(new RunReport(run).text(columns));
        } else {
            TextTable table = new TextTable();
            String mark = result.analysis().equals(LatencyAnalysis.ID) ? new TimesVerdict(run.verdict()).mark() : "";
            result.summary().forEach((name, value) -> table.row(name.replace('_', ' ') + mark, shown(value)));
            text.append(run.path()).append('\n').append(table.format("  ", columns));
        }
        result.warnings().forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
        return text.append("Analysis: ")
                .append(run.path().resolve("analysis").resolve(result.analysis() + ".json")).append('\n').toString();
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "-";
            case Double number -> Figures.of(number);
            default -> value.toString();
        };
    }
}
