package dev.ipw.analysis.internal;

import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The imputation of missing joules as watts times seconds. The Python reference does this for each such query without
 * being asked. The watts are those of the devices while the query ran; where requests overlap they are not the query's
 * own, and nothing is imputed. The watts of every rail of the run's joules must be known; memory has no watts of its
 * own and is missing in imputed joules.
 */
final class PowerImputation {
    /** The imputation that fills in nothing. */
    static final PowerImputation NONE = new PowerImputation(false);

    private final boolean applies;

    private PowerImputation(boolean applies) {
        this.applies = applies;
    }

    /** Returns the imputation that a run allows. */
    static PowerImputation of(RunSummary run) {
        return new PowerImputation(isServedOneByOne(run));
    }

    /** Returns whether a query's watts are its own. */
    static boolean isServedOneByOne(RunSummary run) {
        LoadSettings load = run.configuration().load();
        return !load.isOpenLoop() && load.concurrency().orElse(1) == 1;
    }

    /** Returns a query's joules, imputed if they are not completely known; empty if they cannot be. */
    OptionalDouble joules(RecordedQuery record) {
        return record.headline().isComplete()
                ? record.headline().joules()
                : imputed(record);
    }

    /** Returns the imputed joules; empty where the joules are known or cannot be imputed. */
    OptionalDouble imputed(RecordedQuery record) {
        // Joules that are only bounded are those of a replica that is not known: the watts are of all replicas.
        boolean isBounded = !record.headline().isAvailable() && record.headline().upper().isPresent();
        if (!applies || isBounded || record.headline().isComplete()) {
            return OptionalDouble.empty();
        }
        double seconds = record.totalSeconds();
        return watts(record).filter(watts -> watts > 0 && seconds > 0).map(watts -> OptionalDouble.of(watts * seconds))
                .orElse(OptionalDouble.empty());
    }

    private static Optional<Double> watts(RecordedQuery record) {
        PowerMetrics power = record.power();
        String scope = record.energy().headlineScope();
        List<String> rails = List.of(scope.split("\\+"));
        boolean any = scope.equals(HeadlineDevices.NONE);
        boolean graphics = any ? power.gpuWatts().isPresent() : rails.contains(Scope.GPU.label());
        boolean processor = any ? power.processorWatts().isPresent() : rails.contains(Scope.PACKAGE.label());
        boolean missing = (graphics && power.gpuWatts().isEmpty())
                || (processor && power.processorWatts().isEmpty());
        if (missing || !(graphics || processor)) {
            return Optional.empty();
        }
        return Optional.of((graphics ? mean(power.gpuWatts()) : 0) + (processor ? mean(power.processorWatts()) : 0));
    }

    private static double mean(Optional<Statistics> watts) {
        return watts.map(Statistics::average).orElse(0.0);
    }
}
