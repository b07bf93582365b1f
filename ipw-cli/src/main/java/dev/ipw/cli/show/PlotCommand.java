package dev.ipw.cli.show;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that draws runs as images. */
@Command(name = "plot",
        description = {"Draw runs as images, all runs in one picture. No analysis is needed first.",
                "Given the folder of a sweep, it draws the sweep's runs."})
public final class PlotCommand implements Runnable {
    private static final String ALL = "all";

    private final CommandContext ipw;

    @picocli.CommandLine.Parameters(arity = "1..*", paramLabel = "RUN", description = "Folders of runs.")
    private List<Path> runs = new ArrayList<>();

    @Option(names = "--visualization", paramLabel = "ID", split = ",",
            description = "What to draw; see 'ipw list visualizations', or 'all'. May be given several times. "
                    + "Default: regression.")
    private List<String> visualizations = new ArrayList<>();

    @Option(names = "--output", paramLabel = "FOLDER",
            description = "The folder for the pictures. Default: 'plots' in the run's folder; of several runs, "
                    + "'plots' here.")
    private @Nullable Path output;

    @Option(names = "--dimension", paramLabel = "NAME",
            description = "What a box, histogram or heat map is of, for example tpot, ttft, joules.")
    private @Nullable String dimension;

    @Option(names = "--bins", paramLabel = "N", description = "How many bins a histogram has.")
    private @Nullable Integer bins;

    @Option(names = "--bin", paramLabel = "WIDTH",
            description = "How wide its bins are, in the figure's unit or for times as a duration: 1ms.")
    private @Nullable String bin;

    @Option(names = "--log-x", description = "Use a logarithmic horizontal axis.")
    private boolean logX;

    @Option(names = "--log-y", description = "Use a logarithmic vertical axis.")
    private boolean logY;

    @Option(names = "--title", paramLabel = "TEXT", description = "A title instead of the picture's own.")
    private @Nullable String title;

    @Option(names = "--option", paramLabel = "KEY=VALUE",
            description = "A further option of the visualization, for example width=1600; may be given several times.")
    private List<String> options = new ArrayList<>();

    public PlotCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Plugins<VisualizationProvider> known = Plugins.builder("visualization", VisualizationProvider.class)
                .classLoader(ipw.classLoader()).build();
        List<VisualizationProvider> wanted = wanted(known);
        List<RunReader> readers = SeriesFolder.runsOf(runs).stream()
                .map(run -> RunReader.open(ProfileRun.recover(run).path())).toList();
        readers.forEach(run -> ipw.complainOfDamage(run.summary()));
        Path folder = output != null
                ? output
                : readers.size() == 1 ? readers.getFirst().directory().path().resolve("plots") : Path.of("plots");
        make(folder);
        Drawing drawn = Drawing.NOTHING;
        for (VisualizationProvider one : wanted) {
            drawn = drawn.and(one.draw(readers, folder, parameters(one)));
        }
        if (drawn.files().isEmpty()) {
            throw new InputException("Nothing was drawn: " + String.join("; ", drawn.notDrawn()));
        }
        drawn.notDrawn().forEach(ipw::note);
        List<String> files = drawn.files().stream().map(Path::toString).toList();
        List<String> left = drawn.notDrawn();
        ipw.answer(() -> String.join("\n", files) + "\n",
                () -> TreeBuilder.object().put("pictures", files).put("not_drawn", left));
    }

    private List<VisualizationProvider> wanted(Plugins<VisualizationProvider> known) {
        if (visualizations.contains(ALL)) {
            return known.all();
        }
        List<String> ids = visualizations.isEmpty() ? List.of("regression") : visualizations;
        return ids.stream().distinct().map(known::require).toList();
    }

    private Parameters parameters(VisualizationProvider provider) {
        Map<String, String> given = new LinkedHashMap<>(KeyValues.of("--option", options));
        if (dimension != null) {
            given.put("dimension", dimension);
        }
        if (bins != null) {
            given.put("bins", bins.toString());
        }
        if (bin != null) {
            given.put("bin", bin);
        }
        if (title != null) {
            given.put("title", title);
        }
        if (logX) {
            given.put("log_x", "true");
        }
        if (logY) {
            given.put("log_y", "true");
        }
        return Parameters.of("visualization " + provider.id(), given);
    }

    private static void make(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new ConfigurationException("Cannot make " + folder.toAbsolutePath() + ": " + FailureText.of(failure)
                    + ". Give --output a folder that can be written", failure);
        }
    }
}
