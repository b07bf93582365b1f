package dev.ipw.analysis.internal;

import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.energy.EnergyReading;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Figure;
import java.util.List;
import java.util.OptionalDouble;

/** The gatherer that counts the answers of a run that met service levels. */
public final class GoodputGatherer implements MergeableGatherer<GoodputGatherer> {
    private final ServiceLevels levels;
    private long met;

    /**
     * Creates an empty gatherer.
     *
     * @param levels the service levels that an answer must meet
     */
    public GoodputGatherer(ServiceLevels levels) {
        this.levels = levels;
    }

    /**
     * Reads a run.
     *
     * @param run    the run
     * @param levels the service levels that an answer must meet
     * @return the goodput of the run
     */
    public static Goodput goodput(RunReader run, ServiceLevels levels) {
        GoodputGatherer gatherer = new GoodputGatherer(levels);
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish(run.summary().totals());
    }

    @Override
    public void add(RecordedQuery record) {
        met += levels.areMetBy(record) ? 1 : 0;
    }

    @Override
    public void merge(GoodputGatherer later) {
        met += later.met;
    }

    /**
     * Computes the goodput of the whole run.
     *
     * @param totals the totals of the run
     * @return the number of answers that met the levels
     */
    public Goodput finish(RunTotals totals) {
        return new Goodput(levels, met, totals.queries(), totals.measuredSeconds(),
                Figure.of("J", totals.headlineEnergy().map(EnergyReading::joules).orElse(OptionalDouble.empty()),
                        totals.deviceEnergy().reason().orElse("the joules of the whole run are not known")));
    }
}
