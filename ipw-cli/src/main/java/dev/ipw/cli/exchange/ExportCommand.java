package dev.ipw.cli.exchange;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.benchmarks.export.FolderExport;
import dev.ipw.benchmarks.export.FolderFormat;
import dev.ipw.benchmarks.export.ResultExport;
import dev.ipw.benchmarks.export.ResultFormat;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.cli.command.NewFolder;
import dev.ipw.cli.terminal.LostResultException;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.parquet.ParquetExport;
import dev.ipw.results.RunExport;
import dev.ipw.results.RunExport.ExportColumn;
import dev.ipw.results.RunReader;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that writes a run's queries as a flat table, or its results in the format of another tool. */
@Command(name = "export", description = {"Write a run's queries as a flat table, a row for each, or its results in a "
        + "format in which others publish them. A run that was cut off is finished first.",
        "For SQL and data frames, --format parquet keeps all columns of the run's dataset with their nesting."})
public final class ExportCommand implements Runnable {
    private static final String PARQUET = "parquet";

    private final CommandContext ipw;

    @Parameters(paramLabel = "RUN", description = "The folder of a run.")
    private Path run = Path.of("");

    @Option(names = "--csv", description = "Comma-separated values with a row of names. This is the default.")
    private boolean csv;

    @Option(names = "--jsonl", description = "JSON lines, an object for each query.")
    private boolean jsonl;

    @Option(names = "--output", paramLabel = "FILE",
            description = "Write into this file, or folder of a format that is one, once all is there. Default: standard "
                    + "output.")
    private @Nullable Path output;

    @Option(names = "--columns", paramLabel = "NAME", split = ",",
            description = "Which columns, for example record_id,tpot,energy_joules; docs/export.md lists them. Default: "
                    + "all but the long texts problem, expected_answer, answer and reasoning.")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--format", paramLabel = "FORMAT",
            description = "Write the run's results instead, as hub-eval-results, every-eval-ever, ipw-leaderboard, "
                    + "inspect or traces; into --output as parquet, or as a folder: atif or traces-hf.")
    private @Nullable String format;

    @Option(names = "--figures-only",
            description = "Leave the texts of questions, answers and conversations out of --format parquet.")
    private boolean figuresOnly;

    @Option(names = "--option", paramLabel = "KEY=VALUE",
            description = "What such a format wants and the run does not know, for example organization=UQ; may be given "
                    + "several times. docs/export.md lists them.")
    private List<String> formatOptions = new ArrayList<>();

    public ExportCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (format != null) {
            exportResult(format);
        } else {
            exportTable();
        }
    }

    private void exportResult(String name) {
        if (csv || jsonl || !columns.isEmpty()) {
            throw new ConfigurationException(
                    "--format writes results and no table: leave --csv, --jsonl and --columns out");
        }
        if (name.strip().equals(PARQUET)) {
            exportParquet();
            return;
        }
        requireNoFiguresOnly();
        Optional<FolderFormat> folder = FolderFormat.named(name);
        if (folder.isPresent()) {
            exportFolder(folder.get());
            return;
        }
        ResultFormat chosen = resultFormat(name);
        ProfileRun opened = ProfileRun.recover(run);
        ipw.complainOfDamage(opened.summary());
        refuseWithoutCalls(chosen, opened);
        ResultExport result = chosen.prepare(opened, KeyValues.of("--option", formatOptions));
        write(writer -> result.content().write(writer));
        ipw.note("It belongs at " + result.place());
    }

    /** Finds a format of a single file; the message lists Parquet too, which is found before. */
    private static ResultFormat resultFormat(String name) {
        try {
            return ResultFormat.named(name);
        } catch (ConfigurationException unknown) {
            throw new ConfigurationException(unknown.getMessage() + ", " + PARQUET, unknown);
        }
    }

    private void exportParquet() {
        if (!formatOptions.isEmpty()) {
            throw new ConfigurationException("The format " + PARQUET + " has no options: leave --option out");
        }
        if (output == null) {
            throw new ConfigurationException("The format " + PARQUET + " is no text: give --output a file");
        }
        RunReader reader = RunReader.open(ProfileRun.recover(run).path());
        ipw.complainOfDamage(reader.summary());
        requirePlaceFor(output);
        long written = (figuresOnly ? ParquetExport.FIGURES : ParquetExport.ALL).write(reader, output);
        ipw.note("Wrote " + written + (written == 1 ? " query into " : " queries into ") + output);
    }

    private void requireNoFiguresOnly() {
        if (figuresOnly) {
            throw new ConfigurationException("--figures-only is of --format " + PARQUET
                    + ": give that too, or choose the columns of a table with --columns");
        }
    }

    /** Rejects a run without model calls: the result of an agent that called no model is no result of the model. */
    private void refuseWithoutCalls(ResultFormat chosen, ProfileRun opened) {
        boolean isScoreOfModel = switch (chosen) {
            case HUB_EVAL_RESULTS, EVERY_EVAL_EVER, IPW_LEADERBOARD -> true;
            case INSPECT, TRACES -> false;
        };
        if (isScoreOfModel && ModelCalls.areMissing(RunReader.open(opened.path()))) {
            throw new ConfigurationException("The run " + run + " has no result of the model "
                    + opened.summary().configuration().client().model() + ": " + ModelCalls.NONE
                    + ". Export a run whose agent asks a model, or write its queries with --csv");
        }
    }

    private void exportFolder(FolderFormat chosen) {
        if (output == null) {
            throw new ConfigurationException("The format " + chosen.id()
                    + " is a folder: give --output one that does not exist yet");
        }
        ProfileRun opened = ProfileRun.recover(run);
        ipw.complainOfDamage(opened.summary());
        FolderExport content = chosen.prepare(opened, KeyValues.of("--option", formatOptions));
        long written = new NewFolder(output).write(content);
        ipw.note("Wrote " + written + (written == 1 ? " query into " : " queries into ") + output);
    }

    private void exportTable() {
        requireNoFiguresOnly();
        if (!formatOptions.isEmpty()) {
            throw new ConfigurationException("--option is of --format: give that too, or leave it out");
        }
        if (csv && (jsonl || ipw.json())) {
            throw new ConfigurationException("A table is written once: give --csv or --jsonl, not both");
        }
        RunExport table = jsonl || ipw.json() ? RunExport.JSONL : RunExport.CSV;
        List<ExportColumn> chosen = columns.isEmpty()
                ? ExportColumn.usual()
                : columns.stream().map(ExportColumn::named).distinct().toList();
        RunReader reader = RunReader.open(ProfileRun.recover(run).path());
        ipw.complainOfDamage(reader.summary());
        write(writer -> table.write(reader, chosen, writer));
    }

    /** The writer of the whole content. */
    private interface Body {
        void write(Writer out) throws IOException;
    }

    private void write(Body body) {
        if (output == null) {
            toScreen(body);
        } else {
            toFile(body, output);
        }
    }

    private void toScreen(Body body) {
        PrintStream screen = ipw.terminal().out();
        OutputStream heeded = new FilterOutputStream(screen) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                screen.write(bytes, from, length);
                LostResultException.throwIfLost(screen);
            }
        };
        try {
            Writer out = new BufferedWriter(new OutputStreamWriter(heeded, StandardCharsets.UTF_8));
            body.write(out);
            out.flush();
        } catch (IOException failure) {
            throw new IpwException("Cannot write the result: " + AtomicFile.reasonOf(failure)
                    + ". Give --output a file", failure);
        }
        screen.flush();
    }

    /** Writes a file, which gets its name when it is complete. */
    private static void toFile(Body body, Path file) {
        requirePlaceFor(file);
        AtomicFile.write(file, out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            body.write(writer);
            writer.flush();
        });
    }

    private static void requirePlaceFor(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new InputException("Cannot write " + file + ": "
                    + (Files.isDirectory(file) ? "it is a folder" : "there is no folder " + folder)
                    + ". Give --output a file in a folder that exists");
        }
    }
}
