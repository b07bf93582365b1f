package dev.ipw.cli;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.benchmarks.analysis.SolvedTasks;
import dev.ipw.engine.analysis.EfficiencyGatherer;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.results.RunReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Hold what the run of a cell came to.
 *
 * @param run        the run
 * @param efficiency its headlines
 * @param solved     what a solved task takes
 * @param actions    what calls, tools and the time between them took
 * @param coverage   of how many queries joules are known
 * @param judged     how many answers have a verdict
 * @param failed     requests that failed, by their kind
 */
record CellFigures(RunReader run, Efficiency efficiency, AnalysisResult solved, CellActions actions,
        EnergyCoverage coverage, EvaluatedAnswers judged, List<FailedRequests> failed) {
    /** Copy the list. */
    CellFigures {
        failed = List.copyOf(failed);
    }

    /** Read a run once. */
    static CellFigures of(RunReader run) {
        EfficiencyGatherer answers = new EfficiencyGatherer();
        SolvedTasks tasks = new SolvedTasks();
        CellActions actions = new CellActions();
        EnergyCoverage.Gatherer joules = new EnergyCoverage.Gatherer();
        EvaluatedAnswers.Gatherer verdicts = new EvaluatedAnswers.Gatherer();
        FailedRequests.Gatherer failures = new FailedRequests.Gatherer();
        RecordGatherer.gather(run, List.of(answers, tasks, actions, joules, verdicts, failures));
        Efficiency efficiency = answers.finish(run.summary().totals());
        return new CellFigures(run, efficiency, SolvedAnalysis.analyze(tasks, efficiency), actions, joules.finish(),
                verdicts.finish(), failures.finish());
    }

    /** Return why figures are not to be believed as they stand; none if all are. */
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
        // Where a counter counted through a gap, the joules of the whole are known all the same.
        if (coverage.hasHoles() && efficiency.basis() != HeadlineBasis.TOTAL) {
            doubts.add(CellDoubt.ofJoules("joules of " + coverage.complete() + " of " + coverage.queries()
                    + " queries known", "energy is known of " + coverage.text()));
        }
        return doubts;
    }

    /** Return how many requests failed. */
    long failures() {
        return failed.stream().mapToLong(FailedRequests::count).sum();
    }

    /** Return whether something went wrong that the exit code tells. */
    boolean hasFailed() {
        return failures() > 0 || judged.complaint().isPresent();
    }
}
