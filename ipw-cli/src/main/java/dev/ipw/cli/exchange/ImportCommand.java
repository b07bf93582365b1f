package dev.ipw.cli.exchange;

import dev.ipw.ProfileRun;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.importing.RunImport;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.run.RunTotals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that imports runs of other tools. */
@Command(name = "import", description = {"Import results of another tool into run folders that every command reads.",
        "Figures that the tool did not record stay absent; the run's warnings name them, and docs/import.md "
                + "lists them."})
public final class ImportCommand implements Runnable {
    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "TOOL",
            description = "llmeter, aiperf, vllm, guidellm, ipw, or another of 'ipw list importers'.")
    private String tool = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PATH",
            description = "Files or folders that the tool wrote. One that holds several runs, such as a load test, "
                    + "becomes as many.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--output-dir", paramLabel = "FOLDER", defaultValue = "runs",
            description = "Where runs are kept. Default: ${DEFAULT-VALUE}.")
    private Path outputFolder = Path.of("runs");

    @Option(names = "--run-name", paramLabel = "NAME",
            description = "The run's folder; with several runs, each adds its own name. Default: named after "
                    + "tool and model.")
    private Optional<String> runName = Optional.empty();

    @Option(names = "--overwrite", description = "Replace the run that --run-name names.")
    private boolean overwrite;

    public ImportCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (overwrite && runName.isEmpty()) {
            throw new ConfigurationException("--overwrite replaces the run that --run-name names: add --run-name NAME");
        }
        RunImport read = RunImport.of(Plugins.builder("importer", RunImporterProvider.class)
                .classLoader(ipw.classLoader()).build().require(tool)).overwrite(overwrite);
        runName.ifPresent(read::runName);
        paths.forEach(read::read);
        List<ProfileRun> runs = read.write(outputFolder);
        ipw.answer(() -> text(runs), () -> TreeBuilder.object().put("runs",
                runs.stream().map(run -> tree(run).build()).toList()));
    }

    private String text(List<ProfileRun> runs) {
        StringBuilder text = new StringBuilder();
        for (ProfileRun run : runs) {
            RunTotals totals = run.summary().totals();
            text.append(text.isEmpty() ? "" : "\n").append(run.path()).append(": ").append(totals.queries())
                    .append(" requests of ").append(run.summary().configuration().client().model())
                    .append(totals.failed() == 0 ? "" : ", " + totals.failed() + " failed").append(", from ")
                    .append(tool)
                    .append('\n');
            TextTable warnings = new TextTable();
            run.summary().warnings().forEach(warning -> warnings.row("-", warning));
            text.append(warnings.format("  ", ipw.terminal().columns()));
        }
        return text.toString();
    }

    private TreeBuilder tree(ProfileRun run) {
        RunTotals totals = run.summary().totals();
        return TreeBuilder.object().put("run", run.path().toString()).put("tool", tool)
                .put("model", run.summary().configuration().client().model()).put("queries", totals.queries())
                .put("failed", totals.failed()).put("queries_with_energy", totals.requests().withEnergy())
                .put("warnings", run.summary().warnings());
    }
}
