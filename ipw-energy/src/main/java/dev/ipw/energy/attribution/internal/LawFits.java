package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The laws of cost that explain a device's joules about as well as the best of them, step by step of its counter or
 * over longer pieces, and both conventions.
 */
final class LawFits {
    private final WorkSchedule work;
    private final RooflineTimes times;
    private final LawColumns columns;
    private final List<Fit> fits;

    private record Fit(CostLaw law, double[] costs, double wattsByTime, double squares,
            double squaresOfPieces) {}

    LawFits(WorkSchedule work, CounterIntervals intervals, OptionalDouble idleWatts, long shiftNanos) {
        this.work = work;
        times = new RooflineTimes(work);
        columns = new LawColumns(work, times);
        double[] sums = columns.sums(intervals, shiftNanos);
        double idle = idleWatts.orElse(0);
        double open = intervals.openWatts(idle);
        fits = Arrays.stream(CostLaw.values()).parallel().map(law -> {
            double watts = law.wattsByTime(idle, open);
            WorkRegression fit = WorkRegression.of(law, sums, intervals, idleWatts, watts).robust();
            return new Fit(law, fit.costs(), watts, fit.unexplained(), fit.unexplainedOfPieces());
        }).toList();
    }

    private LawFits(WorkSchedule work, RooflineTimes times, List<Fit> fits) {
        this.work = work;
        this.times = times;
        this.fits = fits;
        columns = new LawColumns(work, times);
    }

    /** Returns the same laws, to weigh other work of the same device. */
    LawFits of(WorkSchedule other) {
        return new LawFits(other, times, fits);
    }

    /** Returns the weights by each of them except the reported one. */
    List<PieceWeights> others() {
        double most = WorkModel.ABOUT_AS_GOOD * fits.stream().mapToDouble(Fit::squares).min().orElseThrow();
        double mostOfPieces = WorkModel.ABOUT_AS_GOOD
                * fits.stream().mapToDouble(Fit::squaresOfPieces).min().orElseThrow();
        return fits.stream().filter(fit -> fit.law != CostLaw.LINEAR).filter(fit -> fit.law.isConvention()
                || fit.squares <= most || fit.squaresOfPieces <= mostOfPieces).map(this::weights).toList();
    }

    /** Returns the weights by a law, whether or not it explains the device well. */
    PieceWeights weights(CostLaw law) {
        return weights(fits.get(law.ordinal()));
    }

    /** Returns the weights by the Shapley value of steps. */
    PieceWeights shapley() {
        return new ShapleyWeights(work, times, fits.get(CostLaw.UTILISATION_BY_TIME.ordinal()).costs);
    }

    private PieceWeights weights(Fit fit) {
        int[] kinds = fit.law.columns();
        return (piece, row, at) -> {
            double sum = fit.wattsByTime * row[at + Work.SECONDS];
            for (int kind = 0; kind < kinds.length; kind++) {
                sum += fit.costs[kind] * columns.value(kinds[kind], piece, row, at);
            }
            return sum;
        };
    }
}
