package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.results.RunExport;
import dev.ipw.results.RunExport.ExportColumn;
import dev.ipw.results.RunReader;
import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Write a run's queries as a flat table. */
@Command(name = "export", description = {"Write a run's queries as a flat table, a row for each.",
        "Parquet is not written: no library for it is small enough. The run's folder is a HuggingFace dataset, so that "
                + "'load_from_disk(RUN).to_parquet(FILE)' in Python makes one."})
final class ExportCommand implements Runnable {
    private final IpwCommand ipw;

    @Parameters(paramLabel = "RUN", description = "The folder of a run.")
    private Path run = Path.of("");

    @Option(names = "--csv", description = "Comma-separated values with a row of names. This is the default.")
    private boolean csv;

    @Option(names = "--jsonl", description = "JSON lines, an object for each query.")
    private boolean jsonl;

    @Option(names = "--output", paramLabel = "FILE",
            description = "Write into this file, once all rows are there. Default: standard output.")
    private @Nullable Path output;

    @Option(names = "--columns", paramLabel = "NAME", split = ",",
            description = "Which columns, for example record_id,tpot,energy_joules; docs/export.md lists them. Default: "
                    + "all but the long texts problem, expected_answer, answer and reasoning.")
    private List<String> columns = new ArrayList<>();

    ExportCommand(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (csv && (jsonl || ipw.json())) {
            throw new ConfigurationException("A table is written once: give --csv or --jsonl, not both");
        }
        RunExport format = jsonl || ipw.json() ? RunExport.JSONL : RunExport.CSV;
        List<ExportColumn> chosen = columns.isEmpty()
                ? ExportColumn.usual()
                : columns.stream().map(ExportColumn::named).distinct().toList();
        RunReader reader = RunReader.open(run);
        ipw.complainOfDamage(reader.summary());
        if (output == null) {
            toScreen(format, chosen, reader);
        } else {
            toFile(format, chosen, reader, output);
        }
    }

    private void toScreen(RunExport format, List<ExportColumn> chosen, RunReader reader) {
        PrintStream screen = ipw.terminal().out();
        OutputStream heeded = new FilterOutputStream(screen) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                screen.write(bytes, from, length);
                LostResultException.throwIfLost(screen);
            }
        };
        format.write(reader, chosen, new BufferedWriter(new OutputStreamWriter(heeded, StandardCharsets.UTF_8)));
        screen.flush();
    }

    /** The file gets its name when it is whole. */
    private static void toFile(RunExport format, List<ExportColumn> chosen, RunReader reader, Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new InputException("Cannot write " + file + ": "
                    + (Files.isDirectory(file) ? "it is a folder" : "there is no folder " + folder)
                    + ". Give --output a file in a folder that exists");
        }
        AtomicFile.write(file, out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            format.write(reader, chosen, new BufferedWriter(writer));
        });
    }
}
