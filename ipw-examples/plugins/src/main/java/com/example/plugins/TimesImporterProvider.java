package com.example.plugins;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.importing.ImportableRun;
import dev.ipw.importing.ImportedRequest;
import dev.ipw.importing.ImportedRun;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.importing.RunOrigin;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The importer of a table of times, with lines {@code question,sent_ms,end_ms,answer}: {@code ipw import times}. */
public final class TimesImporterProvider implements RunImporterProvider {
    private static final String HEADER = "question,sent_ms,end_ms,answer";

    @Override
    public String id() {
        return "times";
    }

    @Override
    public String description() {
        return "a table of times";
    }

    @Override
    public List<ImportableRun> runs(Path path) {
        List<String> lines = lines(path);
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new InputException(path.toAbsolutePath() + " does not begin with " + HEADER);
        }
        return List.of(new ImportableRun() {
            @Override
            public String name() {
                return path.getFileName().toString().replaceFirst("\\.csv$", "");
            }

            @Override
            public ImportedRun open() {
                return new Times(path, lines(path).stream().skip(1).iterator());
            }
        });
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new InputException(file.toAbsolutePath() + " cannot be read", unreadable);
        }
    }

    private record Times(Path file, Iterator<String> lines) implements ImportedRun {
        @Override
        public RunOrigin origin() {
            return RunOrigin.builder("times", file).definitions("times are those of the table")
                    .energyNote("imported from a table without joules").build();
        }

        @Override
        public Optional<ImportedRequest> next() {
            return lines.hasNext() ? Optional.of(request(lines.next())) : Optional.empty();
        }

        private ImportedRequest request(String line) {
            String[] cells = line.split(",", 4);
            if (cells.length < 4) {
                throw new InputException(
                        file.toAbsolutePath() + " has the line '" + line + "', which is not " + HEADER);
            }
            TimelineRecorder moments = new TimelineRecorder(nanos(cells[1]));
            moments.sent(nanos(cells[1]));
            InferenceResponse response = InferenceResponse.of(cells[3], TokenUsage.absent());
            ModelCall call = ModelCall.answered(1, List.of(), response, moments.finish(nanos(cells[2])));
            return new ImportedRequest(DatasetRecord.of(cells[0], "", ""), QueryOutcome.of(cells[0], call));
        }

        private long nanos(String milliseconds) {
            try {
                return Long.parseLong(milliseconds) * 1_000_000;
            } catch (NumberFormatException wrong) {
                throw new InputException(file.toAbsolutePath() + ": '" + milliseconds + "' is no number", wrong);
            }
        }

        @Override
        public List<String> warnings() {
            return List.of("The table has no tokens");
        }

        @Override
        public void close() {}
    }
}
