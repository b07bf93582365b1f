package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileVersion;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.results.internal.format.RunDataset;
import dev.ipw.results.internal.format.ServedSamples;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.JournalReader;
import dev.ipw.run.PhaseTime;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSummary;
import dev.ipw.telemetry.SampleStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** A finished run, read from its files. */
@API(status = API.Status.EXPERIMENTAL)
public final class RunReader {
    private static final int MAX_PHASES = 100;

    private final RunDirectory directory;
    private final FileVersion read;
    private final ResultFiles files;
    private final RunSummary summary;

    private RunReader(RunDirectory directory, FileVersion read, ResultFiles files, RunSummary summary) {
        this.directory = directory;
        this.read = read;
        this.files = files;
        this.summary = summary;
    }

    /**
     * Opens a finished run.
     *
     * @param path the run's directory
     * @return a reader
     * @throws InputException if there is no run, it was cut off before its end, or a file is damaged or was changed
     */
    public static RunReader open(Path path) {
        RunDirectory directory = RunDirectory.open(path);
        if (!directory.isFinished()) {
            throw new InputException("The run " + path.toAbsolutePath() + " was cut off before its end. "
                    + Setting.RECOVER + " from its journal");
        }
        FileVersion version = version(directory);
        ResultFiles files = ResultFiles.read(directory);
        return new RunReader(directory, version, files, files.readSummary());
    }

    private static FileVersion version(RunDirectory directory) {
        try {
            return FileVersion.of(directory.summary());
        } catch (IOException gone) {
            throw new InputException("Cannot read " + directory.summary().toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(gone) + ". Check that nothing else works on the run's folder", gone);
        }
    }

    /**
     * Returns the run's directory.
     *
     * @return its directory
     */
    public RunDirectory directory() {
        return directory;
    }

    /**
     * Returns the run's configuration and totals.
     *
     * @return the summary
     */
    public RunSummary summary() {
        return summary;
    }

    /**
     * Reads the samples of the devices that served the run: of a model on another machine, those of this one's sensors are
     * left out.
     *
     * @return the samples; empty if the run's folder has none of its own, as that of a merged run
     * @throws InputException if they cannot be read
     */
    public Optional<SampleStore> samples() {
        return ServedSamples.of(directory, summary.configuration().client());
    }

    /**
     * Lists the run's phases, from its journal.
     *
     * @return its phases, the first hundred, in the journal's order; empty if the run kept no journal
     * @throws InputException if the journal is damaged, so that some may be missing
     */
    public List<PhaseTime> phases() {
        if (!Files.exists(directory.journal())) {
            return List.of();
        }
        List<PhaseTime> phases = new ArrayList<>();
        try (JournalReader journal = JournalReader.open(directory.journal())) {
            for (Optional<JournalEntry.PhaseTimed> next = journal.next(JournalEntry.PhaseTimed.class); next.isPresent()
                    && phases.size() < MAX_PHASES; next = journal.next(JournalEntry.PhaseTimed.class)) {
                phases.add(next.get().time());
            }
            journal.damage().lines().ifPresent(lines -> {
                throw new InputException(lines);
            });
        }
        return phases;
    }

    /**
     * Reads the queries in the order in which they finished. Close the stream after use.
     *
     * @return the queries
     * @throws InputException if the dataset is damaged, or the run was replaced or rewritten since it was opened; the
     *                        queries returned before that are valid
     */
    public Stream<ProfilingRecord> records() {
        requireUnchanged();
        return RunDataset.read(directory, summary.configuration().client().model());
    }

    /**
     * Reads some queries by their places, without reading all that lie between.
     *
     * @param places their places in the order in which the queries finished, counted from 0, rising
     * @return the queries; fewer if a place lies after the last
     * @throws IllegalArgumentException if a place is negative or not higher than the one before
     * @throws InputException           if the dataset is damaged, or the run was replaced or rewritten since it was opened
     */
    public List<ProfilingRecord> recordsAt(long... places) {
        for (int next = 0; next < places.length; next++) {
            if (places[next] < 0 || next > 0 && places[next] <= places[next - 1]) {
                throw new IllegalArgumentException("The places must rise from 0, not " + Arrays.toString(places));
            }
        }
        requireUnchanged();
        return RunDataset.at(directory, summary.configuration().client().model(), places);
    }

    /**
     * Passes each query to a consumer, in the order in which they finished. Only the parts that the consumer asks for are
     * decoded, so that a few figures of a long run take a fraction of the time of {@link #records()}.
     *
     * @param consumer receives the queries; each is valid during its call
     * @throws InputException if the dataset is damaged, or the run was replaced or rewritten since it was opened; the
     *                        queries passed before that are valid
     */
    public void forEachQuery(Consumer<? super RecordedQuery> consumer) {
        requireUnchanged();
        RunDataset.forEach(directory, summary.configuration().client().model(), consumer);
    }

    private void requireUnchanged() {
        if (!version(directory).equals(read)) {
            throw new InputException("The run " + directory.path().toAbsolutePath()
                    + " was replaced, or its results written "
                    + "anew, since it was opened, so that its queries are not those of its summary. Open it again");
        }
        files.requireDataset();
    }

    /** Formats the summary as {@link RunSummary#toString()} does, and the run's folder. */
    @Override
    public String toString() {
        return summary + ", in " + directory.path();
    }
}
