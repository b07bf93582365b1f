package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.RunComparator;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.results.RunReader;
import java.util.List;

/** The comparison of runs by intervals and tests. */
public final class StatisticalComparator implements RunComparator {
    /** Creates the comparator. */
    public StatisticalComparator() {}

    @Override
    public String id() {
        return STATISTICAL;
    }

    @Override
    public String description() {
        return "differences between runs with their intervals, tests and conclusions";
    }

    @Override
    public RunComparison compare(RunReader baseline, RunReader other) {
        return Comparison.of(ComparedRun.of(baseline), ComparedRun.of(other)).runs().getFirst();
    }

    @Override
    public RunComparison compareRepeats(List<RunReader> baseline, List<RunReader> others) {
        return Comparison.ofRepeats(baseline.stream().map(ComparedRun::of).toList(),
                others.stream().map(ComparedRun::of).toList(), ComparedDimension.usual()).runs().getFirst();
    }
}
