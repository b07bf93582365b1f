package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.results.internal.journal.JudgeCallCounts;
import dev.ipw.run.RunSummary.JudgingEnergy;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The energy of a run's judges. Answers are evaluated after the measurement window, so that none of its joules belong
 * to a query. Each device's joules of that time are divided into those used while a call to a judge was in flight, and
 * the others.
 *
 * @param digest  gives the times of calls to judges
 * @param samples the samples of the machine that runs this program; read only if a judge ran on it
 * @param whyNone the reason for missing samples
 */
record JudgingAccount(JournalDigest digest, Supplier<Optional<SampleStore>> samples, String whyNone) {
    private static final String SOURCE = "the judges";

    /** Returns the energy of the judges; empty if no model was asked and no answer came from a cache. */
    Optional<JudgingEnergy> energy() {
        JudgeCallCounts calls = digest.judgeCalls();
        boolean isBesideQueries = digest.hasShards() && isWhileMeasured();
        EvaluationUsage usage = digest.judged().totals().usage();
        long other = Math.max(0, orNone(usage.modelCalls()) - calls.all());
        long cacheHits = orNone(usage.cacheHits());
        if (calls.all() + other + cacheHits == 0) {
            return Optional.empty();
        }
        Optional<SampleStore> store = calls.local() == 0 || isBesideQueries ? Optional.empty() : samples.get();
        List<DeviceSeries> series = store.map(SampleStore::energy).map(DeviceSeries::of).orElse(List.of());
        List<DeviceSeries> distinct = HeadlineDevices.distinct(series);
        List<JudgedDevice> devices = distinct.stream()
                .map(device -> divided(device, store.orElseThrow())).toList();
        EnergyReading energy = HeadlineDevices.choose(series).stream()
                .map(device -> devices.get(distinct.indexOf(device)).judging()).reduce(EnergyReading::plus)
                .orElseGet(() -> none(calls, other, cacheHits));
        boolean isPart = calls.remote() + calls.unmetered() + other > 0;
        return Optional.of(new JudgingEnergy(
                energy.isAvailable() && isPart ? energy.flagged(EnergyFlag.PARTIAL) : energy, calls.local(),
                calls.remote(), calls.unmetered(), other, cacheHits,
                devices.stream().map(JudgedDevice::totals).toList()));
    }

    /** Returns whether answers of one shard were judged while the model answered another. */
    private boolean isWhileMeasured() {
        return digest.parts().stream().flatMap(part -> part.judging().stream())
                .anyMatch(span -> digest.measured().stream().anyMatch(
                        window -> window.startNanos() < span.endNanos() && span.startNanos() < window.endNanos()));
    }

    private static long orNone(OptionalLong count) {
        return count.orElse(0);
    }

    private JudgedDevice divided(DeviceSeries device, SampleStore store) {
        return JudgedDevice.of(device, digest.judgingParts(), store.findings(device),
                new PowerLimits(OptionalDouble.empty(), store.limitWatts(device.device())));
    }

    private EnergyReading none(JudgeCallCounts calls, long other, long cacheHits) {
        if (calls.all() + other == 0) {
            return EnergyReading.of(0, 0, 0, Provenance.ESTIMATED, Scope.PACKAGE,
                    "no model was called: a cache had all " + cacheHits + " judgements", Set.of());
        }
        List<String> reasons = new ArrayList<>();
        if (calls.local() > 0) {
            reasons.add(calls.local() + " calls went to a judge on this machine: "
                    + (digest.hasShards() ? "shards were measured meanwhile, or " : "") + whyNone);
        }
        if (calls.remote() > 0) {
            reasons.add(calls.remote() + " calls went to a judge on another machine, whose joules are not read");
        }
        if (calls.unmetered() > 0) {
            reasons.add(calls.unmetered() + " calls were made when the answers were evaluated again, without sensors");
        }
        if (other > 0) {
            reasons.add(other + " calls were made where it is not known which machine answered");
        }
        return EnergyReading.unavailable(Scope.PACKAGE, SOURCE, String.join("; ", reasons));
    }
}
