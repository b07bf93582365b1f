package dev.ipw.cli.bench;

import dev.ipw.ProfileRun;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.show.RequestPage;
import dev.ipw.cli.show.ShowCommand;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that shows a bench, one of its cells, or one query of a cell. */
@Command(name = "show",
        description = {"Look at a bench: its cells, and what calls, tools and the time between them took.",
                "With a CELL: each of its queries. With a QUERY: its turns, tools and answer."})
public final class BenchShowCommand implements Runnable {
    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The folder of a bench.")
    private Path folder = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "CELL",
            description = "The number of a cell in the report, or the folder of its run.")
    private @Nullable String cell;

    @Parameters(index = "2", arity = "0..1", paramLabel = "QUERY",
            description = "The record id of a query, or its row, counted from 1 as they finished.")
    private @Nullable String query;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "" + CellPage.FEW_QUERIES,
            description = "How many queries of a cell to list. Default: ${DEFAULT-VALUE}.")
    private int limit = CellPage.FEW_QUERIES;

    public BenchShowCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (limit < 1 || limit > ShowCommand.MAX_ROWS) {
            throw new ConfigurationException("--limit must be 1 to " + ShowCommand.MAX_ROWS + ", not " + limit);
        }
        BenchFolder place = new BenchFolder(folder);
        BenchManifest manifest = place.read();
        if (cell == null) {
            all(place, manifest);
            return;
        }
        BenchCell wanted = cell(place, manifest, cell);
        ProfileRun run = ProfileRun.open(place.run(wanted));
        ipw.complainOfDamage(run.summary());
        if (query == null) {
            CellPage page = CellPage.of(wanted, run, limit);
            ipw.answer(() -> page.text(ipw.terminal().columns()), page::tree);
        } else {
            RequestPage page = ShowCommand.page(run, query);
            ipw.answer(() -> page.text(ipw.terminal().columns()), page::tree);
        }
    }

    private void all(BenchFolder place, BenchManifest manifest) {
        BenchReport report = BenchReport.of(place, manifest);
        ipw.answer(() -> report.text(ipw.terminal().columns()) + report.cells().stream()
                .map(measured -> "\n" + TextTable.paragraph(measured.number() + " " + measured.entry().cell().text(),
                        "", ipw.terminal().columns())
                        + new ActionsText(measured.figures().actions()).text("  ", ipw.terminal().columns()))
                .collect(Collectors.joining()), report::tree);
    }

    private static BenchCell cell(BenchFolder place, BenchManifest manifest, String wanted) {
        List<BenchCell> cells = manifest.entries().stream().map(BenchManifest.Entry::cell).toList();
        for (int number = 1; number <= cells.size(); number++) {
            BenchCell one = cells.get(number - 1);
            if (one.name().equals(wanted) || Integer.toString(number).equals(wanted)) {
                if (!place.hasResults(one)) {
                    throw new ConfigurationException(
                            "The cell " + one.text() + " has no results yet. 'ipw bench --resume "
                                    + place.path() + "' goes on with the bench");
                }
                return one;
            }
        }
        String nearest = NearestNames.of(wanted, cells.stream().map(BenchCell::name).toList());
        throw new ConfigurationException("The bench " + place.path() + " has no cell '" + wanted + "'. "
                + (nearest.isEmpty() ? "" : "Did you mean " + nearest + "? ") + "Give a number from 1 to "
                + cells.size()
                + ", or the name of a cell's folder");
    }
}
