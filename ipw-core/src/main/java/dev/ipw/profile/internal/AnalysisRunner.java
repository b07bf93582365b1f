package dev.ipw.profile.internal;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The analysis of finished runs, with the results kept beside them.
 *
 * @param evaluators the evaluators of answers; they are not closed
 * @param listener   receives the progress of the evaluation
 * @param notKept    receives the failure to keep a result, for example because the run is on a read-only medium
 */
public record AnalysisRunner(Evaluators evaluators, ProfilerListener listener, Consumer<InputException> notKept) {
    /**
     * Evaluates answers again if an analysis requires it. The run's dataset and summary are then rewritten.
     *
     * @param run      the run
     * @param analysis the analysis
     * @return the run, rewritten if answers were evaluated
     * @throws InputException         if the run cannot be read or written, or would lose joules by rewriting
     * @throws ConfigurationException if a required evaluator is not among them
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
     * @param analysis the analysis
     * @return the result of the analysis
     * @throws InputException if the run cannot be read
     */
    public AnalysisResult analyze(RunReader run, Analysis analysis) {
        return keepAndReturn(run, analysis.analyze(run, evaluators.providers()));
    }

    /**
     * Analyses a run in a reading that others share, and keeps the result under {@code analysis/}.
     *
     * @param run      the run
     * @param analysis the analysis
     * @param besides  further receivers of each query
     * @return the result of the analysis
     * @throws InputException if the run cannot be read
     */
    public AnalysisResult analyze(AnalysedRun run, OnePassAnalysis analysis, List<? extends RecordGatherer> besides) {
        return keepAndReturn(run.run(), analysis.analyze(run, besides));
    }

    /**
     * Analyses runs together and keeps the result under {@code analysis/} of the first.
     *
     * @param runs     at least one run
     * @param analysis the analysis
     * @return the result of the analysis
     * @throws ConfigurationException if there is no run, or the runs cannot be compared
     * @throws InputException         if a run cannot be read
     */
    public AnalysisResult analyzeTogether(List<RunReader> runs, SideBySideAnalysis analysis) {
        if (runs.isEmpty()) {
            throw new ConfigurationException("There is no run to analyse. Give at least one");
        }
        return keepAndReturn(runs.getFirst(), analysis.analyzeTogether(runs));
    }

    private AnalysisResult keepAndReturn(RunReader run, AnalysisResult result) {
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
