package dev.ipw.run;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.folder.SeriesFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * The paths of a run's parts: {@code journal.jsonl}, {@code telemetry/}, the HuggingFace dataset, {@code summary.json},
 * {@code manifest.json} and {@code analysis/}.
 *
 * @param path the run's directory
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunDirectory(Path path) {
    private static final Pattern NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");
    private static final String SHARDS = "shards.json";
    private static final int MAX_NAMED = 10;
    private static final int MAX_EXAMINED = 1000;

    /**
     * Checks the name of a run.
     *
     * @param name one folder name
     * @throws ConfigurationException if it is not one folder name
     */
    public static void requireName(String name) {
        if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new ConfigurationException(
                    "A run name is one folder name of at most 200 characters, not '" + name + "'");
        }
    }

    /**
     * Opens a directory that holds a run.
     *
     * @param path the run's directory
     * @return the directory
     * @throws InputException if there is no run
     */
    public static RunDirectory open(Path path) {
        RunDirectory run = new RunDirectory(path);
        if (!Files.isDirectory(path)) {
            throw new InputException("There is no run directory " + path.toAbsolutePath()
                    + ". " + Setting.RUN_FOLDER);
        }
        if (!run.isRun() && Files.exists(path.resolve(SHARDS))) {
            throw new InputException(path.toAbsolutePath() + " is a run in shards that are not merged. "
                    + Setting.MERGE);
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
            return Setting.RUN_FOLDER.toString();
        }
        String more = runs.size() > MAX_NAMED ? " and " + (runs.size() - MAX_NAMED) + " more" : "";
        return (series.isPresent() ? "It is the folder of a series" : "It is a folder of runs")
                + "; give the folder of one of them: "
                + String.join(", ", runs.subList(0, Math.min(MAX_NAMED, runs.size()))) + more;
    }

    private static List<Path> runsIn(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.limit(MAX_EXAMINED).filter(entry -> new RunDirectory(entry).isRun()).sorted().toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    /**
     * Returns the file of finished requests.
     *
     * @return {@code journal.jsonl}
     */
    public Path journal() {
        return path.resolve("journal.jsonl");
    }

    /**
     * Returns the folder of raw samples.
     *
     * @return {@code telemetry}
     */
    public Path telemetry() {
        return path.resolve("telemetry");
    }

    /**
     * Returns the file of configuration and totals.
     *
     * @return {@code summary.json}
     */
    public Path summary() {
        return path.resolve("summary.json");
    }

    /**
     * Returns the file that lists the records drawn from the dataset.
     *
     * @return {@code manifest.json}
     */
    public Path manifest() {
        return path.resolve("manifest.json");
    }

    /**
     * Returns the folder of agents' work, with a folder for each query.
     *
     * @return {@code artifacts}
     */
    public Path artifacts() {
        return path.resolve("artifacts");
    }

    /**
     * Returns the folder of analyses.
     *
     * @return {@code analysis}
     */
    public Path analysis() {
        return path.resolve("analysis");
    }

    /**
     * Returns whether the run is finished, with dataset and summary.
     *
     * @return false for a run that was cut off
     */
    public boolean isFinished() {
        return Files.exists(summary()) && Files.exists(path.resolve("state.json"));
    }

    /**
     * Removes the summary, so that the run counts as unfinished until it is written again; the journal keeps all data
     * needed for that.
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
}
