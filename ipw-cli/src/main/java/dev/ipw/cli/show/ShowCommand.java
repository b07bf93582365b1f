package dev.ipw.cli.show;

import dev.ipw.ProfileRun;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that shows the requests of a run, or one of them. */
@Command(name = "show", description = {"Look at the requests of a run: the slowest, and those that failed.",
        "With an ID: one request's time, joules, tokens, verdict, question and answer."})
public final class ShowCommand implements Runnable {
    public static final int MAX_ROWS = 10_000;
    public static final int FEW_ROWS = 10;

    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of a run.")
    private Path run = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "ID",
            description = "The record id of a request, or its row, counted from 1 as they finished.")
    private @Nullable String id;

    @Option(names = "--sort", paramLabel = "DIMENSION", defaultValue = "latency",
            description = "The figure to sort by, highest first, for example ttft, joules or output_tokens. "
                    + "Default: ${DEFAULT-VALUE}.")
    private String sort = "latency";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "" + FEW_ROWS,
            description = "How many requests to list. Default: ${DEFAULT-VALUE}.")
    private int limit = FEW_ROWS;

    public ShowCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (limit < 1 || limit > MAX_ROWS) {
            throw new ConfigurationException("--limit must be 1 to " + MAX_ROWS + ", not " + limit
                    + ". 'ipw export' writes all requests");
        }
        Dimension dimension = Dimension.named(sort);
        ProfileRun opened = ProfileRun.open(run);
        ipw.complainOfDamage(opened.summary());
        if (id == null) {
            RequestList list = RequestList.of(opened, dimension, limit);
            ipw.answer(() -> list.text(ipw.terminal().columns()), list::tree);
        } else {
            RequestPage page = page(opened, id);
            ipw.answer(() -> page.text(ipw.terminal().columns()), page::tree);
        }
    }

    /** Returns the page of a request by record name or row; a name takes precedence over an equal row number. */
    public static RequestPage page(ProfileRun run, String wanted) {
        OptionalLong row = rowOf(wanted);
        Optional<RequestPage> atRow = Optional.empty();
        try (Stream<ProfilingRecord> records = run.records()) {
            long number = 0;
            for (ProfilingRecord record : (Iterable<ProfilingRecord>) records::iterator) {
                number++;
                if (record.question().id().equals(wanted)) {
                    return new RequestPage(run.path(), number, record);
                }
                if (row.isPresent() && row.getAsLong() == number) {
                    atRow = Optional.of(new RequestPage(run.path(), number, record));
                }
            }
            long rows = number;
            return atRow.orElseThrow(() -> new ConfigurationException("The run " + run.path() + " has no request '"
                    + wanted + "', neither as an id nor as a row of 1 to " + rows + ". 'ipw show " + run.path()
                    + "' lists ids"));
        }
    }

    private static OptionalLong rowOf(String wanted) {
        try {
            return OptionalLong.of(Long.parseLong(Objects.requireNonNull(wanted).strip()));
        } catch (NumberFormatException anId) {
            return OptionalLong.empty();
        }
    }
}
