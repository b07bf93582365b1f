package dev.ipw.series;

import dev.ipw.analysis.RunFigures;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import dev.ipw.series.SeriesPlan.SeriesStep;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One run of a series.
 *
 * @param step    the step of the series
 * @param run     the run
 * @param figures its figures
 */
@API(status = API.Status.EXPERIMENTAL)
public record SeriesRun(SeriesStep step, RunReader run, RunFigures figures) {
    /** Rejects nulls. */
    public SeriesRun {
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(figures, "figures");
    }

    /**
     * Returns whether the run was completed, so that its figures are those of the whole step.
     *
     * @return false if it was ended early
     */
    public boolean isWhole() {
        return !run.summary().interrupted();
    }

    /** Writes the run for the series' file. */
    Map<String, @Nullable Object> toMap() {
        return TreeBuilder.object().put("folder", step.name()).put("load", step.load().toString())
                .put("concurrency", run.summary().configuration().load().concurrency())
                .put("rate_per_second", run.summary().configuration().load().perSecond())
                .put("interrupted", run.summary().interrupted())
                .put("verdict", run.summary().validity().map(validity -> validity.level().label()))
                .put("figures", figures.toMap()).build();
    }
}
