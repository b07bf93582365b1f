package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.error.InputException;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.RunJournals;
import dev.ipw.run.RunDirectory;
import java.util.ArrayList;
import java.util.List;

/**
 * A new attribution of a run's joules, from its journal and samples, by any rule. The totals are those of
 * {@code summary.json}, over the measurement window of the run.
 *
 * <pre>{@code
 * RunAttribution equal = RunAttribution.of(RunDirectory.open(Path.of("runs/demo")), AttributionRule.EQUAL);
 * equal.requests().forEach(request -> System.out.println(request.id() + " " + request.joules()));
 * }</pre>
 *
 * @param requests      the joules of each request on the headline's devices together, in the order in which they
 *                      finished
 * @param devices       the attribution of each device's joules, including those outside the headline
 * @param summed        the attributions of the devices that the headline sums
 * @param total         the headline's joules over the measurement window
 * @param headlineScope the headline's scopes in one word
 * @param warnings      warnings that a reader should know
 */
public record RunAttribution(List<RequestEnergy> requests, List<DeviceAttribution> devices,
        List<DeviceAttribution> summed, EnergyReading total, String headlineScope, List<String> warnings)
        implements
            AttributionResult {
    /** Copies the lists. */
    public RunAttribution {
        requests = List.copyOf(requests);
        devices = List.copyOf(devices);
        summed = List.copyOf(summed);
        warnings = List.copyOf(warnings);
    }

    /**
     * Attributes. Nothing in the run's directory changes; the run may have been cut off, or still be running.
     *
     * @param directory the run's directory
     * @param rule      the rule of sharing between requests that overlap
     * @return the attribution
     * @throws InputException if the journal is missing or damaged, or nothing was sampled
     */
    public static RunAttribution of(RunDirectory directory, AttributionRule rule) {
        RunJournals.requireOwn(directory, "which tells when its requests were served. Only runs that kept theirs can be"
                + " attributed again");
        return RunWriter.attribute(directory, rule);
    }

    /**
     * Rewrites a run's dataset and summary, with its joules shared by a rule. Both are computed first and then put in
     * place; the journal and the samples are unchanged, so that it can be repeated with another rule.
     *
     * @param run  a finished run
     * @param rule the rule of sharing between requests that overlap
     * @return the rewritten run
     * @throws InputException if the run cannot be attributed, its samples no longer give the joules that it has, it is
     *                        written by another process, or the results cannot be written; the old results are then
     *                        kept
     */
    public static RunReader rewrite(RunReader run, AttributionRule rule) {
        of(run.directory(), rule);
        Journal held = Journal.append(run.directory().journal());
        try (held) {
            return RunWriter.rewrite(run, rule);
        }
    }

    static RunAttribution of(RunEnergy energy, List<CallShares.Share> shares, List<String> warnings) {
        List<RequestEnergy> requests = new ArrayList<>();
        List<List<RequestEnergy>> byDevice = new ArrayList<>();
        for (int device = 0; device < energy.deviceCount(); device++) {
            int one = device;
            byDevice.add(shares.stream().map(share -> share.devices().get(one)).toList());
        }
        for (CallShares.Share share : shares) {
            EnergyMetrics metrics = energy.of(share.activity(), share.devices());
            requests.add(new RequestEnergy(share.id().toString(), metrics.headline(), metrics.breakdown()));
        }
        List<DeviceAttribution> devices = energy.devices(byDevice);
        List<String> known = new ArrayList<>(warnings);
        known.addAll(energy.warnings());
        return new RunAttribution(requests, devices, energy.headlineDevices(devices), energy.headlineTotal(),
                energy.headlineScope(), known);
    }
}
