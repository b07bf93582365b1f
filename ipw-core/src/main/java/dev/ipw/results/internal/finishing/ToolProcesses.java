package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.telemetry.SampleStore;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The joules that the processes of tools used on the processor packages of the machine on which tools run, which is the
 * one that sampled. Its samples are read when the first tool needs them.
 */
final class ToolProcesses {
    private final Supplier<Optional<SampleStore>> samples;
    private final String whyNone;
    private Optional<SampleStore> read = Optional.empty();
    private boolean isRead;

    ToolProcesses(Supplier<Optional<SampleStore>> samples, String whyNone) {
        this.samples = samples;
        this.whyNone = whyNone;
    }

    /** Returns the joules for the processor time of processes between two moments of the run's clock. */
    EnergyReading joules(UsedProcessorTime used, long startNanos, long endNanos) {
        if (!isRead) {
            read = samples.get();
            isRead = true;
        }
        return read.map(store -> store.processEnergy(startNanos, endNanos, used.leastSeconds(), used.mostSeconds()))
                .orElseGet(() -> EnergyReading.unavailable(Scope.PACKAGE, "share of processor time", whyNone));
    }
}
