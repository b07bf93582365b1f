package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The joules and watts of the scored queries whose joules are complete or filled in, and the number of right answers
 * among exactly these. If fewer than 95 percent of these queries, or of their time, have them, there is no mean.
 */
final class EnergyFigures implements RecordGatherer {
    private final QueryColumn joules;
    private final QueryColumn watts;
    private final PowerImputation imputation;
    private final QueryMask scored = new QueryMask(record -> record.isCorrect().isPresent());
    private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
    private long correct;
    private long counted;
    private long imputed;
    private double imputedJoules;
    private Optional<String> contradiction = Optional.empty();
    private @Nullable Spread ofJoules;
    private @Nullable Spread ofWatts;

    /** Takes joules and watts from columns that receive the same queries. */
    EnergyFigures(QueryColumn joules, QueryColumn watts, PowerImputation imputation) {
        this.joules = joules;
        this.watts = watts;
        this.imputation = imputation;
    }

    /** Creates figures of the measured joules. */
    static EnergyFigures measured(AnalysedRun run) {
        return new EnergyFigures(run.column(Dimension.ENERGY_JOULES), run.column(Dimension.POWER_WATTS),
                PowerImputation.NONE);
    }

    /** Creates figures with missing joules filled in. */
    static EnergyFigures imputed(AnalysedRun run, PowerImputation imputation) {
        return new EnergyFigures(run.unshared(imputation::joules), run.unshared(record -> Ratio.of(
                imputation.joules(record), record.totalSeconds())), imputation);
    }

    /** Returns the gatherers of the queries; some may be shared with other analyses. */
    List<RecordGatherer> gatherers() {
        return List.of(joules, watts, scored, this);
    }

    @Override
    public void add(RecordedQuery record) {
        ofJoules = null;
        ofWatts = null;
        Optional<Boolean> right = record.isCorrect();
        if (right.isEmpty()) {
            return;
        }
        boolean isKnown = imputation.joules(record).isPresent();
        coverage.add(isKnown, record.totalSeconds());
        if (!isKnown) {
            return;
        }
        counted++;
        correct += right.get() ? 1 : 0;
        contradiction = contradiction
                .or(() -> EfficiencyGatherer.contradiction(record.headline()));
        imputation.imputed(record).ifPresent(filled -> {
            imputed++;
            imputedJoules += filled;
        });
    }

    /** Counts the queries whose joules were filled in. */
    long imputed() {
        return imputed;
    }

    /** Returns the mean of the joules that were filled in. */
    OptionalDouble meanImputedJoules() {
        return imputed == 0 ? OptionalDouble.empty() : OptionalDouble.of(imputedJoules / imputed);
    }

    /** Returns the joules of the scored queries that have them. */
    Spread joules() {
        if (ofJoules == null) {
            ofJoules = Spread.of(joules.known(scored::holds));
        }
        return ofJoules;
    }

    /** Returns the watts of the scored queries that have them. */
    Spread watts() {
        if (ofWatts == null) {
            ofWatts = Spread.of(watts.known(scored::holds));
        }
        return ofWatts;
    }

    /** Returns the share of the scored queries, and of their time, whose joules are known. */
    QueryCoverage coverage() {
        return coverage.finish();
    }

    /** Summarises the joules; empty if too many queries lack them. */
    Optional<Statistics> energy() {
        return ifEnough(joules());
    }

    /** Summarises the watts; empty if too many queries lack them. */
    Optional<Statistics> power() {
        return ifEnough(watts());
    }

    /** Returns the share of right answers among the queries whose joules are known. */
    OptionalDouble accuracy() {
        return counted == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) correct / counted);
    }

    /** Returns why there is no accuracy per watt, if sensors contradict each other. */
    Optional<String> contradiction() {
        return contradiction;
    }

    /** Divides accuracy by the mean of the same queries' watts. */
    OptionalDouble accuracyPerWatt() {
        return contradiction.isPresent()
                ? OptionalDouble.empty()
                : Ratio.of(accuracy(), power().map(Statistics::average).orElse(0.0));
    }

    private Optional<Statistics> ifEnough(Spread spread) {
        return coverage().isEnough() ? spread.statistics : Optional.empty();
    }

    /**
     * The summary of a column.
     *
     * @param statistics their summary; empty without values
     * @param count      the number of values
     * @param zeros      the number of zeros among them
     * @param total      their sum
     */
    record Spread(Optional<Statistics> statistics, long count, long zeros, double total) {
        /** Summarises values, and sorts them. */
        private static Spread of(double[] values) {
            double total = Arrays.stream(values).sum();
            long zeros = Arrays.stream(values).filter(value -> value == 0).count();
            Arrays.sort(values);
            return new Spread(Statistics.ofSorted(values), values.length, zeros, total);
        }
    }
}
