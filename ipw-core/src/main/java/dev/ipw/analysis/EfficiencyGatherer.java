package dev.ipw.analysis;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Bootstrap;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Gather the queries of one run into its efficiency. */
final class EfficiencyGatherer {
    private static final double LEVEL = 0.95;

    private final List<Metered> metered = new ArrayList<>();
    private Optional<String> whyWithout = Optional.empty();
    private Provenance provenance = Provenance.MEASURED;
    private long correct;
    private long incorrect;
    private long failed;
    private long unscored;

    void add(ProfilingRecord record) {
        failed += record.hasFailed() ? 1 : 0;
        Optional<Boolean> right = record.isCorrect();
        if (right.isEmpty()) {
            unscored++;
            return;
        }
        correct += right.get() ? 1 : 0;
        incorrect += right.get() ? 0 : 1;
        EnergyReading headline = record.metrics().energy().headline();
        if (headline.isComplete()) {
            metered.add(new Metered(right.get() ? 1 : 0, headline.joules().orElseThrow(),
                    record.metrics().latency().totalSeconds()));
            provenance = provenance.weaker(headline.provenance());
        } else if (whyWithout.isEmpty()) {
            whyWithout = headline.reason()
                    .or(() -> Optional.of("the sensor did not cover the whole query: " + headline.source()));
        }
    }

    Efficiency finish(RunTotals totals) {
        EnergyReading device = totals.deviceEnergy();
        OptionalDouble watts = totals.averageWatts();
        boolean known = !metered.isEmpty();
        String source = known ? device.source() : whyWithout.or(device::reason).orElse("no query was scored");
        return new Efficiency(correct, incorrect, failed, unscored, accuracy(), perJoule(), perWatt(watts),
                known ? OptionalDouble.of(sum(Metered::joules) / metered.size()) : OptionalDouble.empty(), watts,
                metered.size(), totals.headlineScope(), known ? provenance : Provenance.UNAVAILABLE, source);
    }

    private Optional<Estimate> accuracy() {
        if (correct + incorrect == 0) {
            return Optional.empty();
        }
        Proportion proportion = new Proportion(correct, correct + incorrect);
        return Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL)));
    }

    private Optional<Estimate> perJoule() {
        double joules = sum(Metered::joules);
        if (joules <= 0) {
            return Optional.empty();
        }
        double right = sum(Metered::correct);
        Interval interval = allAlike()
                ? wilson().dividedBy(joules / metered.size())
                : Bootstrap.interval(metered.size(),
                        drawn -> sum(drawn, Metered::correct) / sum(drawn, Metered::joules), LEVEL);
        return Optional.of(new Estimate(right / joules, interval));
    }

    private Optional<Estimate> perWatt(OptionalDouble watts) {
        if (watts.isEmpty() || watts.getAsDouble() <= 0) {
            return Optional.empty();
        }
        return accuracy().map(known -> new Estimate(known.value(), resampled(known)).dividedBy(watts.getAsDouble()));
    }

    /** Let accuracy and watts vary together, as the queries are drawn, where every scored query has both. */
    private Interval resampled(Estimate accuracy) {
        double joules = sum(Metered::joules);
        double seconds = sum(Metered::seconds);
        if (allAlike() || metered.size() < correct + incorrect || joules <= 0 || seconds <= 0) {
            return accuracy.interval();
        }
        double meanWatts = joules / seconds;
        return Bootstrap.interval(metered.size(), drawn -> sum(drawn, Metered::correct) / drawn.length * meanWatts
                / (sum(drawn, Metered::joules) / sum(drawn, Metered::seconds)), LEVEL);
    }

    /** With only right or only wrong answers every resample counts the same, and only Wilson's interval says something. */
    private boolean allAlike() {
        double right = sum(Metered::correct);
        return right == 0 || right == metered.size();
    }

    private Interval wilson() {
        return new Proportion(Math.round(sum(Metered::correct)), metered.size()).wilson(LEVEL);
    }

    private double sum(ToDoubleFunction<Metered> part) {
        return metered.stream().mapToDouble(part).sum();
    }

    private double sum(int[] drawn, ToDoubleFunction<Metered> part) {
        double sum = 0;
        for (int index : drawn) {
            sum += part.applyAsDouble(metered.get(index));
        }
        return sum;
    }

    /** A scored query whose joules are known; correct is 1 or 0. */
    private record Metered(double correct, double joules, double seconds) {}
}
