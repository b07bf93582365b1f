package dev.ipw.results;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Know where the parts of a run lie: {@code journal.jsonl}, {@code telemetry/}, the HuggingFace dataset,
 * {@code summary.json}, {@code manifest.json} and {@code analysis/}.
 *
 * @param path the run's directory
 */
public record RunDirectory(Path path) {
    private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");
    private static final int MOST_SUFFIXES = 100_000;
    private static final int MOST_NAMED = 10;
    private static final int MOST_LOOKED_AT = 1000;

    /**
     * Make sure that a run can have a name.
     *
     * @param name one folder name
     * @throws ConfigurationException if it is none
     */
    public static void requireName(String name) {
        if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new ConfigurationException(
                    "A run name is one folder name of at most 200 characters, not '" + name + "'");
        }
    }

    /**
     * Reserve a directory for a new run. An existing run is never overwritten unless asked: without a name of its own the
     * run gets the first free suffix {@code -2}, {@code -3} and so on.
     *
     * @param parent      where runs are kept; created if missing
     * @param defaultName the name without a suffix
     * @param runName     a name of the user's own
     * @param overwrite   true to replace an existing run of the user's name
     * @return the reservation
     * @throws ConfigurationException if the named run exists and may not be overwritten, or the name cannot be a folder
     * @throws InputException         if the directory cannot be made
     */
    public static RunReservation reserve(Path parent, String defaultName, Optional<String> runName,
            boolean overwrite) {
        runName.ifPresent(RunDirectory::requireName);
        try {
            Files.createDirectories(parent);
            return runName.isPresent()
                    ? named(parent.resolve(runName.get()), overwrite)
                    : suffixed(parent, defaultName);
        } catch (IOException failure) {
            throw cannotMake(parent.toAbsolutePath(), failure);
        }
    }

    /**
     * Reserve the directory of a run that was killed before it began.
     *
     * @param path the run's directory, or where it was to be
     * @return the reservation
     * @throws ConfigurationException if there is anything but what a run begins with
     * @throws InputException         if the run is going in another process, or the directory cannot be made
     */
    public static RunReservation reserveAgain(Path path) {
        new RunDirectory(path).requireNeverBegun();
        try {
            return RunReservation.replace(path);
        } catch (IOException failure) {
            throw cannotMake(path.toAbsolutePath().getParent(), failure);
        }
    }

    private static InputException cannotMake(@Nullable Path parent, IOException failure) {
        return new InputException("Cannot make a run directory in " + parent + ": " + AtomicFile.reasonOf(failure)
                + ". Choose an output directory that can be written", failure);
    }

    private static RunReservation suffixed(Path parent, String name) throws IOException {
        for (int suffix = 1; suffix <= MOST_SUFFIXES; suffix++) {
            Path candidate = parent.resolve(suffix == 1 ? name : name + "-" + suffix);
            Optional<RunReservation> made = makeIfFree(candidate);
            if (made.isPresent()) {
                return made.get();
            }
        }
        throw new ConfigurationException("All names from " + name + " to " + name + "-" + MOST_SUFFIXES
                + " are taken in " + parent + "; give --run-name or another --output-dir");
    }

    private static Optional<RunReservation> makeIfFree(Path candidate) throws IOException {
        try {
            return Optional.of(RunReservation.make(candidate));
        } catch (FileAlreadyExistsException taken) {
            return Optional.empty();
        }
    }

    private static RunReservation named(Path path, boolean overwrite) throws IOException {
        if (!Files.exists(path)) {
            return RunReservation.make(path);
        }
        if (!overwrite) {
            throw new ConfigurationException(
                    "The run " + path + " exists already. Choose another --run-name, or replace it with --overwrite");
        }
        return RunReservation.overwrite(path);
    }

    /**
     * Open a directory that holds a run.
     *
     * @param path the run's directory
     * @return the directory
     * @throws InputException if there is no run
     */
    public static RunDirectory open(Path path) {
        RunDirectory run = new RunDirectory(path);
        if (!Files.isDirectory(path)) {
            throw new InputException("There is no run directory " + path.toAbsolutePath()
                    + ". Give the folder that 'ipw profile' named at its end");
        }
        if (!run.isRun()) {
            throw new InputException(path.toAbsolutePath()
                    + " holds no run: neither summary.json nor journal.jsonl is in it. " + whatToGive(path));
        }
        return run;
    }

    private static String whatToGive(Path path) {
        Optional<SeriesFolder> series = SeriesFolder.in(path);
        List<String> runs = series.map(SeriesFolder::runs).orElseGet(() -> runsIn(path)).stream()
                .map(run -> run.getFileName().toString()).toList();
        if (runs.isEmpty()) {
            return "Give the folder that 'ipw profile' named at its end";
        }
        String more = runs.size() > MOST_NAMED ? " and " + (runs.size() - MOST_NAMED) + " more" : "";
        return (series.isPresent() ? "It is the folder of a series" : "It is a folder of runs")
                + "; give the folder of one of them: "
                + String.join(", ", runs.subList(0, Math.min(MOST_NAMED, runs.size()))) + more;
    }

    private static List<Path> runsIn(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.limit(MOST_LOOKED_AT).filter(entry -> new RunDirectory(entry).isRun()).sorted().toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    /**
     * Name the file of finished requests.
     *
     * @return {@code journal.jsonl}
     */
    public Path journal() {
        return path.resolve("journal.jsonl");
    }

    /**
     * Name the folder of raw samples.
     *
     * @return {@code telemetry}
     */
    public Path telemetry() {
        return path.resolve("telemetry");
    }

    /**
     * Name the file of configuration and totals.
     *
     * @return {@code summary.json}
     */
    public Path summary() {
        return path.resolve("summary.json");
    }

    /**
     * Name the file that lists which records were drawn from the dataset.
     *
     * @return {@code manifest.json}
     */
    public Path manifest() {
        return path.resolve("manifest.json");
    }

    /**
     * Name the folder of analyses.
     *
     * @return {@code analysis}
     */
    public Path analysis() {
        return path.resolve("analysis");
    }

    /**
     * Say whether the run came to its end, so that dataset and summary are there.
     *
     * @return false for a run that was cut off
     */
    public boolean isFinished() {
        return Files.exists(summary()) && Files.exists(path.resolve("state.json"));
    }

    /**
     * Remove the summary, so that the run counts as unfinished until it is written anew; the journal keeps all it takes.
     *
     * @throws InputException if it cannot be removed
     */
    public void removeSummary() {
        try {
            Files.deleteIfExists(summary());
            AtomicFile.syncDirectory(path);
        } catch (IOException stays) {
            throw new InputException("Cannot remove " + summary().toAbsolutePath() + ": " + AtomicFile.reasonOf(stays)
                    + ". Check the permissions of its folder", stays);
        }
    }

    private boolean isRun() {
        return Files.exists(summary()) || Files.exists(journal()) || Files.exists(manifest());
    }

    /**
     * Check that nothing lies in it but what a run begins with.
     *
     * @throws ConfigurationException if there is something else
     */
    void requireNeverBegun() {
        try {
            RunContents contents = RunContents.of(path);
            if (!contents.isNeverBegun()) {
                throw new ConfigurationException(path.toAbsolutePath() + " holds no run"
                        + (contents.foreign().isEmpty() ? "" : " but " + contents.foreign())
                        + ", so there is nothing to resume. Check --run-name and --output-dir");
            }
        } catch (IOException failure) {
            throw new InputException("Cannot list " + path.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check its permissions", failure);
        }
    }
}
