package dev.ipw.profile.internal;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.internal.LatencyProvider;
import dev.ipw.analysis.internal.RunFigureReader;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.RunReservation;
import dev.ipw.series.Experiment;
import dev.ipw.series.SeriesPlan;
import dev.ipw.series.SeriesPlan.SeriesStep;
import dev.ipw.series.SeriesRun;
import dev.ipw.settings.StorageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runner of a series, one step after the other. The list of runs is rewritten after each, so that none is lost. */
final class SeriesRunner {
    private static final Logger LOGGER = LoggerFactory.getLogger(SeriesRunner.class);

    private final ProfilerPlanner planner;
    private final SingleRun single;
    private final BiConsumer<RunReader, ServiceLevels> latency;
    private final BooleanSupplier stopRequested;
    private final List<SeriesRun> done = new ArrayList<>();

    SeriesRunner(ProfilerPlanner planner, SingleRun single, BiConsumer<RunReader, ServiceLevels> latency,
            BooleanSupplier stopRequested) {
        this.planner = planner;
        this.single = single;
        this.latency = latency;
        this.stopRequested = stopRequested;
    }

    @FunctionalInterface
    interface SingleRun {
        RunReader run(RunVariant variant) throws InterruptedException;
    }

    Experiment run(SeriesPlan plan) throws InterruptedException {
        planner.requireSeries();
        if (plan.levels().isPresent()) {
            LatencyProvider.requireArtifact();
        }
        Optional<SeriesStep> first = next(plan);
        try (RunReservation place = planner.reserveSeries(plan.kind())) {
            return run(plan, first, place);
        }
    }

    private Experiment run(SeriesPlan plan, Optional<SeriesStep> first, RunReservation place)
            throws InterruptedException {
        Path folder = place.directory().path();
        boolean interrupted = false;
        try {
            new Experiment(folder, plan, done, false).write();
            boolean goesOn = true;
            for (Optional<SeriesStep> step = first; step.isPresent() && goesOn; step = next(plan)) {
                run(plan, step.get(), folder);
                place.keep();
                // The following code reads and writes files, which an interrupt would break.
                interrupted |= Thread.interrupted();
                new Experiment(folder, plan, done, false).write();
                goesOn = !interrupted && !stopRequested.getAsBoolean()
                        && !done.getLast().run().summary().interrupted();
            }
        } catch (InterruptedException before) {
            if (done.isEmpty()) {
                throw before;
            }
            interrupted = true;
        } finally {
            if (holdsRun(folder)) {
                place.keep();
            } else {
                place.release();
            }
        }
        boolean whole = next(plan).isEmpty() && !done.getLast().run().summary().interrupted();
        Experiment series = new Experiment(folder, plan, done, whole);
        series.write();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return series;
    }

    /**
     * Returns whether a folder holds a run. A run that failed half-way has a journal, from which it can be finished.
     */
    private static boolean holdsRun(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.anyMatch(Files::isDirectory);
        } catch (IOException unknown) {
            // A folder that cannot be read is not deleted.
            return true;
        }
    }

    private Optional<SeriesStep> next(SeriesPlan plan) {
        return plan.next(planner.setup().load(), planner.setup().settings().questions().seed(), List.copyOf(done));
    }

    private void run(SeriesPlan plan, SeriesStep step, Path folder) throws InterruptedException {
        if (!done.isEmpty()) {
            planner.coolDown(done.getFirst().run().summary().temperatures(), stopRequested);
        }
        for (ProfilerListener listener : planner.setup().listeners()) {
            try {
                listener.runStarted(done.size() + 1, plan.size(), step.load());
            } catch (RuntimeException broken) {
                LOGGER.warn("Listener {} failed; the series goes on", listener.getClass().getName(), broken);
            }
        }
        RunReader run = single.run(new RunVariant(step.load(),
                StorageSettings.DEFAULTS.output(folder).runName(step.name())));
        boolean interrupted = Thread.interrupted();
        plan.levels().ifPresent(levels -> latency.accept(run, levels));
        done.add(new SeriesRun(step, run, RunFigureReader.read(run, plan.levels())));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
