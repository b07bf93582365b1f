package dev.ipw.engine.profile;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.engine.analysis.SideBySideAnalysis;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Analyse finished runs and keep what is found with them. */
public final class AnalysisRunner {
    private final Evaluators evaluators;
    private final ProfilerListener listener;
    private final Consumer<InputException> notKept;

    /**
     * Prepares.
     *
     * @param evaluators what evaluates answers again; they are not closed
     * @param listener   hears how far the evaluation has come
     * @param notKept    hears why a result could not be kept, for example because the run lies on a medium that can
     *                   only be read
     */
    public AnalysisRunner(Evaluators evaluators, ProfilerListener listener, Consumer<InputException> notKept) {
        this.evaluators = evaluators;
        this.listener = listener;
        this.notKept = notKept;
    }

    /**
     * Evaluates answers again if an analysis asks for it. The run's dataset and summary are then rewritten.
     *
     * @param run      the run
     * @param analysis what asks
     * @return the run as it is now
     * @throws InputException         if the run cannot be read or written, or rewritten it would be without joules that
     *                                it has
     * @throws ConfigurationException if an evaluator that is asked for is not among them
     */
    public RunReader evaluated(RunReader run, Analysis analysis) {
        return analysis.evaluationAttempts().isEmpty()
                ? run
                : ReEvaluation.judge(run, analysis.evaluationAttempts().getAsInt(), analysis.evaluator(), evaluators,
                        listener);
    }

    /**
     * Analyses a run and keeps the result under {@code analysis/}.
     *
     * @param run      the run
     * @param analysis what to compute
     * @return the result of the analysis
     * @throws InputException if the run cannot be read
     */
    public AnalysisResult analyze(RunReader run, Analysis analysis) {
        return kept(run, analysis.analyze(run, evaluators.providers()));
    }

    /**
     * Analyses runs beside each other and keeps the result under {@code analysis/} of the first.
     *
     * @param runs     at least one run
     * @param analysis what to compute
     * @return the result of the analysis
     * @throws ConfigurationException if there is no run, or these cannot stand beside each other
     * @throws InputException         if a run cannot be read
     */
    public AnalysisResult analyzeTogether(List<RunReader> runs, SideBySideAnalysis analysis) {
        if (runs.isEmpty()) {
            throw new ConfigurationException("There is no run to analyse. Give at least one");
        }
        return kept(runs.getFirst(), analysis.analyzeTogether(runs));
    }

    private AnalysisResult kept(RunReader run, AnalysisResult result) {
        try {
            keep(run, result);
        } catch (InputException cannotWrite) {
            notKept.accept(cannotWrite);
        }
        return result;
    }

    private static void keep(RunReader run, AnalysisResult result) {
        Path folder = run.directory().analysis();
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder " + folder.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure) + ". Check what is there, and the permissions of the run's folder",
                    failure);
        }
        AtomicFile.write(folder.resolve(result.analysis() + ".json"),
                result.toJson().getBytes(StandardCharsets.UTF_8));
    }
}
