package dev.ipw.report.picture;

import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The runs of a picture, in their order.
 *
 * @param runs at least one
 */
record RunSamples(List<RunSample> runs) {
    RunSamples {
        runs = List.copyOf(runs);
    }

    /** Reads runs; those in folders of the same name are distinguished by numbers. */
    static RunSamples read(List<RunReader> readers, Set<Dimension> dimensions) {
        List<String> names = readers.stream().map(RunSample::nameOf).toList();
        return new RunSamples(IntStream.range(0, readers.size())
                .mapToObj(run -> RunSample.of(
                        names.indexOf(names.get(run)) == names.lastIndexOf(names.get(run))
                                ? names.get(run)
                                : names.get(run) + " (" + (run + 1) + ")",
                        readers.get(run), dimensions))
                .toList());
    }

    Measure measure(Dimension dimension) {
        return Measure.of(dimension, runs);
    }

    /** Returns the values of all runs one after the other, in the unit shown. */
    double[] all(Measure measure) {
        return runs.stream().flatMapToDouble(run -> Arrays.stream(measure.of(run)).filter(Double::isFinite)).toArray();
    }

    boolean has(Dimension dimension) {
        return runs.stream().anyMatch(run -> run.values(dimension).length > 0);
    }

    /** Returns the note with the number of drawn queries of each run: those that have all of some dimensions. */
    String note(Dimension... dimensions) {
        return runs.stream().map(run -> run.name() + ": n = " + known(run, dimensions) + " of " + run.queries())
                .collect(Collectors.joining("; "));
    }

    /** Returns the note, with the number of points omitted because there are too many. */
    String noteOfPoints(Dimension... dimensions) {
        boolean thinned = runs.stream().anyMatch(run -> known(run, dimensions) > Trace.MAX_POINTS);
        return note(dimensions) + (thinned ? "; at most " + Trace.MAX_POINTS + " points of each are drawn" : "");
    }

    private static long known(RunSample run, Dimension... dimensions) {
        double[][] columns = Arrays.stream(dimensions).map(run::column).toArray(double[][]::new);
        return IntStream.range(0, run.queries())
                .filter(query -> Arrays.stream(columns).allMatch(column -> Double.isFinite(column[query]))).count();
    }

    static String why(Dimension... dimensions) {
        return "no query has " + Arrays.stream(dimensions).map(Dimension::label).collect(Collectors.joining(" and "));
    }
}
