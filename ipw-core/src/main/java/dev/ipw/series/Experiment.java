package dev.ipw.series;

import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.TreeBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Several runs of one plan. Each is an ordinary run in a folder of its own, and a file beside them lists their figures.
 *
 * @param path     the folder of the runs' folders
 * @param plan     the plan
 * @param runs     the runs, in their order
 * @param complete true if the plan was completed; false if it was ended early, or is still running
 */
@API(status = API.Status.EXPERIMENTAL)
public record Experiment(Path path, SeriesPlan plan, List<SeriesRun> runs, boolean complete) {
    /** Copies the runs and rejects nulls. */
    public Experiment {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(plan, "plan");
        runs = List.copyOf(runs);
    }

    /**
     * Returns the file that lists the runs.
     *
     * @return {@code sweep.json} or {@code repeats.json} in the series' folder
     */
    public Path file() {
        return path.resolve(plan.fileName());
    }

    /** Writes the file that lists the runs, or replaces it. */
    public void write() {
        AtomicFile.write(file(), tree().prettyJson().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the series in the form of its file.
     *
     * @return plain values by their keys: one object for each run, and their joint outcome; null for unknown values
     */
    public Map<String, @Nullable Object> toMap() {
        return tree().build();
    }

    private TreeBuilder tree() {
        List<? extends Map<String, ?>> steps = runs.stream().map(SeriesRun::toMap).toList();
        return TreeBuilder.object().put("kind", plan.kind()).put("slo", plan.levels().map(Object::toString))
                .put("complete", complete).put("outcome", plan.outcome(runs)).put("steps", steps);
    }

    /** Returns the kind, the number of runs and the folder. */
    @Override
    public String toString() {
        return plan.kind() + " of " + runs.size() + " runs in " + path;
    }
}
