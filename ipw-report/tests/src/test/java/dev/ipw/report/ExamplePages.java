package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.internal.RunFigureReader;
import dev.ipw.load.Load;
import dev.ipw.results.RunReader;
import dev.ipw.series.Experiment;
import dev.ipw.series.RateSearch;
import dev.ipw.series.SeriesPlan;
import dev.ipw.series.SeriesPlan.SeriesStep;
import dev.ipw.series.SeriesRun;
import dev.ipw.series.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes a page of each kind, of small runs. */
enum ExamplePages {
    RUN {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            return HtmlReport.of(List.of(ExampleRun.in(folder).named("run")));
        }
    },
    COMPARISON {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            ProfileRun first = ExampleRun.in(folder).named("first");
            ProfileRun second = ExampleRun.in(folder).asking(ExampleRun.HOSTILE)
                    .failing(question -> question.endsWith("7")).named("second");
            return HtmlReport.of(List.of(first, second))
                    .comparing(Comparison.of(compared(first), compared(second)).toJson());
        }
    },
    SWEEP {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            return series(folder, Sweep.parse("concurrency:1,2,4"),
                    List.of(Load.concurrency(1), Load.concurrency(2), Load.concurrency(4)));
        }
    },
    SEARCH {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            return series(folder, RateSearch.within(ServiceLevels.parse("ttft=60s")).from(LOWEST),
                    List.of(Load.poisson(LOWEST), Load.poisson(2 * LOWEST), Load.poisson(4 * LOWEST)));
        }
    },
    BENCHMARK {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            return HtmlReport.of(List.of(ExampleRun.in(folder)
                    .about("mathematics", "physics", "law", "history of the ancient world").named("benchmark")));
        }
    },
    AGENT {
        @Override
        HtmlReport report(Path folder) throws InterruptedException {
            return HtmlReport.of(List.of(ExampleRun.in(folder).queries(12).inTurns().named("agent")));
        }
    },
    GRID {
        @Override
        HtmlReport report(Path folder) throws InterruptedException, IOException {
            for (String model : List.of("small", "large")) {
                ExampleRun.in(folder).queries(24).ofModel(model).about("mathematics", "law")
                        .named(model + "-questions");
            }
            Files.writeString(folder.resolve("bench.json"), """
                    {"kind": "bench", "cells": [
                    {"name": "small-questions", "agent": "none", "model": "small", "dataset": "questions",
                    "state": "finished"},
                    {"name": "large-questions", "agent": "none", "model": "large", "dataset": "questions",
                    "state": "finished"},
                    {"name": "huge-questions", "agent": "none", "model": "huge", "dataset": "questions",
                    "state": "failed", "reason": "The server has no model huge. Choose another"}]}
                    """);
            return HtmlReport.open(List.of(folder));
        }
    };

    private static final double LOWEST = 60;

    abstract HtmlReport report(Path folder) throws InterruptedException, IOException;

    /** Make the runs in a folder, and write their page beside them. */
    Path write(Path folder) throws InterruptedException, IOException {
        return report(Files.createDirectory(folder.resolve(name()))).write(folder.resolve(name() + ".html"));
    }

    private static ComparedRun compared(ProfileRun run) {
        return ComparedRun.of(run.path(), run.summary(), run::forEachQuery);
    }

    /**
     * Make a series without the half minute that each step of a search takes at least. Its last step fails in part, so that a
     * search has found its rate.
     */
    private static HtmlReport series(Path folder, SeriesPlan plan, List<Load> loads) throws InterruptedException {
        List<SeriesRun> done = new ArrayList<>();
        for (Load load : loads) {
            boolean isLast = done.size() == loads.size() - 1;
            SeriesStep step = new SeriesStep("step-" + (done.size() + 1), load);
            ProfileRun run = ExampleRun.in(folder).under(load).failing(question -> isLast && question.endsWith("7"))
                    .named(step.name());
            RunReader read = RunReader.open(run.path());
            done.add(new SeriesRun(step, read, RunFigureReader.read(read, plan.levels())));
        }
        new Experiment(folder, plan, done, true).write();
        return HtmlReport.open(List.of(folder));
    }
}
