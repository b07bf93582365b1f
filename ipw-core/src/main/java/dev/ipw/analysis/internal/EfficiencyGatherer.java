package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.EnergyBlock;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Figure;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.Proportion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The gatherer of the queries of one run, which computes its efficiency. */
public final class EfficiencyGatherer implements RecordGatherer {
    private static final String CONTRADICTED = "the joules are INCONSISTENT: sensors of a device, or what is known of it, contradict "
            + "each other, as the warnings of the run say";

    private static final String UNSCORED = "no answer was scored";
    private static final String UNTIMED = "the time between the queries was not recorded";
    private static final String NOTHING_TO_DIVIDE = "the joules or the queries are none";

    private static final int MAX_GROUPS = 4096;
    private static final double LEVEL = 0.95;
    // Idle power measured beside a run is sometimes a little higher than within it.
    private static final double MIN_IDLE_SHARE = 0.8;

    private final PowerImputation imputation;
    private final DrawnQueries queries = new DrawnQueries(MAX_GROUPS);
    private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
    private Optional<String> whyWithout = Optional.empty();
    private Optional<Provenance> scoredProvenance = Optional.empty();
    private Optional<Provenance> unscoredProvenance = Optional.empty();
    private long correct;
    private long incorrect;
    private long failed;
    private long unscored;
    private long scoredWithEnergy;
    private boolean imputed;
    private boolean isContradicted;
    private @Nullable Finished finished;

    /** Creates an empty gatherer. */
    public EfficiencyGatherer() {
        this(PowerImputation.NONE);
    }

    /** Creates an empty gatherer that imputes missing joules. */
    EfficiencyGatherer(PowerImputation imputation) {
        this.imputation = imputation;
    }

    /**
     * Computes a run's efficiency.
     *
     * @param run the run
     * @return its efficiency
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static Efficiency read(RunReader run) {
        EfficiencyGatherer gatherer = new EfficiencyGatherer();
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish(run.summary().totals());
    }

    @Override
    public void add(RecordedQuery record) {
        finished = null;
        failed += record.hasFailed() ? 1 : 0;
        Optional<Boolean> isRight = record.isCorrect();
        correct += isRight.filter(Boolean::booleanValue).isPresent() ? 1 : 0;
        incorrect += isRight.filter(right -> !right).isPresent() ? 1 : 0;
        unscored += isRight.isEmpty() && !record.hasFailed() ? 1 : 0;
        isRight.ifPresent(right -> queries.addAnswer(record.questionId(), right));
        if (!record.hasCalls()) {
            queries.addWithoutCall();
        }
        addJoules(record);
    }

    private void addJoules(RecordedQuery record) {
        EnergyReading headline = record.headline();
        OptionalDouble joules = imputation.joules(record);
        double seconds = record.totalSeconds();
        double width = headline.flags().contains(EnergyFlag.GAP) && headline.isComplete()
                ? headline.upper().orElseThrow() - headline.lower().orElseThrow()
                : 0;
        queries.add(new DrawnQueries.Query(record.isCorrect(), joules, width, seconds,
                record.hasFailed() ? 0 : record.outputTokens().orElse(0), served(record),
                isPartOfAStep(headline)));
        coverage.add(joules.isPresent(), seconds);
        if (joules.isEmpty()) {
            whyWithout = whyWithout.or(headline::reason)
                    .or(() -> Optional.of("the sensor did not cover the whole query: " + headline.source()));
            return;
        }
        imputed |= !headline.isComplete();
        isContradicted |= contradiction(headline).isPresent();
        Provenance source = headline.isComplete() ? headline.provenance() : Provenance.ESTIMATED;
        if (record.isCorrect().isPresent()) {
            scoredWithEnergy++;
            scoredProvenance = weaker(scoredProvenance, source);
        } else {
            unscoredProvenance = weaker(unscoredProvenance, source);
        }
    }

    /**
     * Returns whether a query has only a part of a counter's step, which shows as little about it as joules shared with
     * overlapping queries.
     */
    private static boolean isPartOfAStep(EnergyReading share) {
        return share.flags().contains(EnergyFlag.ATTRIBUTED) || share.flags().contains(EnergyFlag.SHORT);
    }

    private static Optional<TimeSpan> served(RecordedQuery record) {
        long start = record.startNanos();
        long end = record.endNanos();
        return start <= end ? Optional.of(new TimeSpan(start, end)) : Optional.empty();
    }

    private static Optional<Provenance> weaker(Optional<Provenance> known, Provenance source) {
        return Optional.of(known.map(source::weaker).orElse(source));
    }

    /**
     * Computes the efficiency of the gathered queries.
     *
     * @param totals the totals of the run
     * @return its efficiency
     */
    public Efficiency finish(RunTotals totals) {
        if (finished == null || !finished.totals.equals(totals)) {
            finished = new Finished(totals, workOut(totals));
        }
        return finished.efficiency;
    }

    /** A result that is kept because several analyses ask for it and its intervals are resampled. */
    private record Finished(RunTotals totals, Efficiency efficiency) {}

    private Efficiency workOut(RunTotals totals) {
        QueryCoverage ofQueries = coverage.finish();
        HeadlineBasis basis = basis(totals, ofQueries);
        Optional<DrawnQueries.Cost> cost = cost(totals, basis);
        boolean timed = basis != HeadlineBasis.QUERIES;
        boolean contradicted = isContradicted(totals, basis);
        double seconds = totals.querySeconds();
        // If nothing was to be evaluated, the joules of the queries are known nevertheless.
        Provenance shares = scoredProvenance.or(() -> correct + incorrect == 0
                ? unscoredProvenance
                : Optional.empty()).orElse(Provenance.UNAVAILABLE);
        EnergyReading device = totals.deviceEnergy();
        String source = shares != Provenance.UNAVAILABLE || device.isAvailable()
                ? device.source()
                : whyWithout.or(device::reason).orElse("it was not measured");
        Optional<String> whyNot = whyNot(totals, ofQueries, basis);
        String noRatio = whyNot.orElse(correct + incorrect == 0 ? UNSCORED : NOTHING_TO_DIVIDE);
        String noJoules = whyNot.orElse(NOTHING_TO_DIVIDE);
        String noWatts = whyNot.orElse(timed ? NOTHING_TO_DIVIDE : UNTIMED);
        return new Efficiency(ofQueries.queries(), correct, incorrect, failed, unscored,
                Figure.of("", queries.accuracy(), UNSCORED),
                Figure.of("IPJ", cost.filter(any -> !contradicted).flatMap(DrawnQueries.Cost::perJoule), noRatio),
                Figure.of("IPW", cost.filter(any -> timed && !contradicted).flatMap(known -> known.perWatt(seconds)),
                        timed ? noRatio : noWatts),
                Figure.of("J/query", cost.filter(any -> !queries.areWithoutCalls() || ofQueries.withEnergy() > 0)
                        .flatMap(DrawnQueries.Cost::perQuery), noJoules),
                Figure.of("J/token", cost.filter(any -> totals.outputTokens().isPresent())
                        .flatMap(DrawnQueries.Cost::perToken),
                        whyNot.orElse("the number of output tokens is not known")),
                Figure.of("W", cost.filter(any -> timed).flatMap(known -> known.watts(seconds)), noWatts), basis,
                basis == HeadlineBasis.QUERIES ? ofQueries : covered(totals, ofQueries), scoredWithEnergy, whyNot,
                totals.headlineScope(), provenance(totals, basis, shares), shares, source);
    }

    /**
     * Returns the provenance of the joules that the headlines divide; without headlines, that of the devices' joules
     * before that of shares.
     */
    private static Provenance provenance(RunTotals totals, HeadlineBasis basis, Provenance shares) {
        return switch (basis) {
            case TOTAL, FILLED -> totals.headlineEnergy().map(EnergyReading::provenance).orElse(shares);
            case QUERIES -> shares;
            case NONE -> totals.deviceEnergy().isAvailable() ? totals.deviceEnergy().provenance() : shares;
        };
    }

    private Optional<DrawnQueries.Cost> cost(RunTotals totals, HeadlineBasis basis) {
        return switch (basis) {
            case TOTAL, FILLED -> totals.headlineEnergy().map(DrawnQueries.Used::of)
                    .map(used -> queries.of(used.within(window(totals)), window(totals)));
            case QUERIES -> Optional.of(queries.of(queries.ofQueries()));
            case NONE -> Optional.empty();
        };
    }

    private static DrawnQueries.Window window(RunTotals totals) {
        return new DrawnQueries.Window(totals.querySeconds(), totals.headline().net().stream()
                .mapToDouble(net -> MIN_IDLE_SHARE * net.idleWatts()).findFirst(),
                totals.headline().gross().map(GrossEnergy::limitWatts).orElse(OptionalDouble.empty()), blocks(totals));
    }

    private static List<EnergyBlock> blocks(RunTotals totals) {
        return totals.headline().gross().map(GrossEnergy::blocks).orElse(List.of());
    }

    /**
     * Returns the cost of the queries, given the joules of some devices in the time of a run; its variation is that of
     * all devices.
     */
    DrawnQueries.Cost cost(DrawnQueries.Used used, RunTotals totals) {
        return queries.of(used, new DrawnQueries.Window(totals.querySeconds(), OptionalDouble.empty(),
                OptionalDouble.empty(), blocks(totals)));
    }

    private HeadlineBasis basis(RunTotals totals, QueryCoverage ofQueries) {
        if (totals.headlineEnergy().isPresent()) {
            return totals.headline().gross().filter(GrossEnergy::isFilled).isPresent()
                    ? HeadlineBasis.FILLED
                    : HeadlineBasis.TOTAL;
        }
        boolean queriesAlone = !totals.deviceEnergy().isAvailable() || imputed;
        return queriesAlone && ofQueries.isEnough() ? HeadlineBasis.QUERIES : HeadlineBasis.NONE;
    }

    /** Returns the coverage. The time is the device's where it was read, otherwise that of the queries. */
    private static QueryCoverage covered(RunTotals totals, QueryCoverage ofQueries) {
        return totals.headline().gross().map(
                gross -> new QueryCoverage(ofQueries.queries(), ofQueries.withEnergy(), gross.timeShare()))
                .orElse(ofQueries);
    }

    private Optional<String> whyNot(RunTotals totals, QueryCoverage ofQueries, HeadlineBasis basis) {
        if (basis == HeadlineBasis.NONE) {
            return Optional.of(why(totals, ofQueries));
        }
        if (queries.areWithoutCalls()) {
            return Optional.of(ModelCalls.NONE);
        }
        return isContradicted(totals, basis) ? Optional.of(CONTRADICTED) : Optional.empty();
    }

    /** Returns whether sensors of the devices contradict each other, so that there can be no intelligence per joule. */
    private boolean isContradicted(RunTotals totals, HeadlineBasis basis) {
        return switch (basis) {
            case TOTAL, FILLED -> totals.headlineEnergy().flatMap(EfficiencyGatherer::contradiction).isPresent();
            case QUERIES -> isContradicted;
            case NONE -> false;
        };
    }

    /**
     * Returns the reason why joules cannot be used for intelligence per joule or watt.
     *
     * @param energy the joules
     * @return the reason; empty unless sensors contradict each other
     */
    public static Optional<String> contradiction(EnergyReading energy) {
        return energy.flags().contains(EnergyFlag.INCONSISTENT) ? Optional.of(CONTRADICTED) : Optional.empty();
    }

    private String why(RunTotals totals, QueryCoverage ofQueries) {
        EnergyReading device = totals.deviceEnergy();
        if (!device.isAvailable() && ofQueries.withEnergy() == 0) {
            return device.reason().orElse("it was not measured");
        }
        if (ofQueries.queries() == 0) {
            return "no request was asked";
        }
        Optional<GrossEnergy> gross = totals.headline().gross();
        if (gross.isPresent()) {
            return "the joules of only " + percent(gross.get().timeShare())
                    + " of the time are known, and 95 % are needed. " + MissingJoules.of(device).advice();
        }
        QueryCoverage known = ofQueries;
        if (known.isEnough()) {
            return "the joules of the whole run are not known, though those of its requests are. "
                    + MissingJoules.of(device).advice();
        }
        return "only " + percent(known.queryShare()) + " of the requests and " + percent(known.timeShare())
                + " of the time have their joules, and 95 % of both are needed. " + MissingJoules.of(device).advice();
    }

    private static String percent(double share) {
        return Math.floor(share * 1000) / 10 + " %";
    }

    /**
     * Returns a share with Wilson's interval, widened where the counted answers depend on each other; empty if
     * {@code all} is zero.
     */
    static Optional<Estimate> estimate(long some, long all, Dependence dependence) {
        Proportion proportion = new Proportion(some, all);
        return all == 0
                ? Optional.empty()
                : Optional.of(new Estimate(proportion.value(), proportion.wilson(LEVEL, dependence)));
    }
}
