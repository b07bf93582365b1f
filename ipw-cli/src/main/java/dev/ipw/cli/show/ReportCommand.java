package dev.ipw.cli.show;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.HtmlReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that writes a report of runs that a browser opens without a network. */
@Command(name = "report", description = {"Write one HTML report of a run, or of several side by side.",
        "It needs no network and no other file. It runs all analyses."})
public final class ReportCommand implements Runnable {
    private final CommandContext ipw;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Folders of runs, or of a series of runs.")
    private List<Path> runs = new ArrayList<>();

    @Option(names = "--output", paramLabel = "FILE",
            description = "The file to write; an existing one is replaced. Default: report.html in the first folder.")
    private @Nullable Path output;

    public ReportCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Path file = HtmlReport.open(runs).telling(ipw::complain)
                .write(output == null ? runs.getFirst().resolve("report.html") : output);
        ipw.answer(() -> "Report: " + file,
                () -> TreeBuilder.object().put("report", file.toString()));
    }
}
