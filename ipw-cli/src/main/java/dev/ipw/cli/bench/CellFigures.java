package dev.ipw.cli.bench;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.QueryActions;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.benchmarks.analysis.SolvedTasks;
import dev.ipw.cli.result.EnergyCoverage;
import dev.ipw.cli.result.EvaluatedAnswers;
import dev.ipw.cli.result.FailedRequests;
import dev.ipw.cli.result.TimesValidity;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a cell's run.
 *
 * @param run        the run
 * @param efficiency its headline figures
 * @param solved     the cost of a solved task
 * @param actions    the cost of calls, tools and the time between them
 * @param coverage   the number of queries with known joules
 * @param judged     the number of answers with a verdict
 * @param failed     failed requests, by kind
 */
record CellFigures(RunReader run, Efficiency efficiency, AnalysisResult solved, QueryActions actions,
        EnergyCoverage coverage, EvaluatedAnswers judged, List<FailedRequests> failed) {
    /** Copies the list. */
    CellFigures {
        failed = List.copyOf(failed);
    }

    /** Reads a run once. */
    static CellFigures of(RunReader run) {
        EfficiencyGatherer answers = new EfficiencyGatherer();
        SolvedTasks tasks = new SolvedTasks();
        QueryActions actions = new QueryActions();
        EnergyCoverage.Gatherer joules = new EnergyCoverage.Gatherer();
        EvaluatedAnswers.Gatherer verdicts = new EvaluatedAnswers.Gatherer();
        FailedRequests.Gatherer failures = new FailedRequests.Gatherer();
        RecordGatherer.gather(run, List.of(answers, tasks, actions, joules, verdicts, failures));
        Efficiency efficiency = answers.finish(run.summary().totals());
        return new CellFigures(run, efficiency, SolvedAnalysis.analyze(tasks, efficiency), actions, joules.finish(),
                verdicts.finish(), failures.finish());
    }

    /** Returns the reasons why figures are unreliable; empty if all are reliable. */
    List<CellDoubt> doubts() {
        List<CellDoubt> doubts = new ArrayList<>();
        if (run.summary().interrupted()) {
            doubts.add(CellDoubt.ofAll("ended early after " + run.summary().totals().queries() + " queries"));
        }
        run.summary().damage().forEach(damage -> doubts.add(CellDoubt.ofAll(damage)));
        judged.complaint().ifPresent(complaint -> doubts.add(CellDoubt.ofAll(complaint)));
        TimesValidity times = new TimesValidity(run.summary().validity());
        if (times.isInvalid()) {
            doubts.add(CellDoubt.ofTimes(times.reasons().getFirst().text()));
        }
        // If a counter kept counting through a gap, the total joules are known nevertheless.
        if (coverage.hasHoles() && efficiency.basis() != HeadlineBasis.TOTAL) {
            doubts.add(CellDoubt.ofJoules("joules of " + coverage.complete() + " of " + coverage.queries()
                    + " queries known", "energy is known of " + coverage.text()));
        }
        return doubts;
    }

    /** Returns the number of failed requests. */
    long failures() {
        return failed.stream().mapToLong(FailedRequests::count).sum();
    }

    /** Returns whether there was a failure that the exit code reports. */
    boolean hasFailed() {
        return failures() > 0 || judged.complaint().isPresent();
    }
}
