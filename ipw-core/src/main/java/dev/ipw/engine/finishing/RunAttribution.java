package dev.ipw.engine.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.engine.attribution.DeviceAttribution;
import dev.ipw.engine.attribution.RequestEnergy;
import dev.ipw.engine.journal.Journal;
import dev.ipw.error.InputException;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunDirectory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Attribute the joules of a run again, from its journal and samples, by any rule. The totals are those of
 * {@code summary.json}, over the measurement window of the run.
 *
 * <pre>{@code
 * RunAttribution equal = RunAttribution.of(RunDirectory.open(Path.of("runs/demo")), AttributionRule.EQUAL);
 * equal.requests().forEach(request -> System.out.println(request.id() + " " + request.joules()));
 * }</pre>
 *
 * @param requests      what each request used of the headline's devices together, in the order in which they finished
 * @param devices       what each device's joules went to, those outside the headline too
 * @param summed        those of the devices that the headline adds up
 * @param total         the headline's joules over the measurement window
 * @param headlineScope the headline's scopes in one word
 * @param warnings      what a reader should know
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
     * Attributes. Nothing in the run's directory changes; the run may have been cut off, or still be going.
     *
     * @param directory the run's directory
     * @param rule      by what requests that overlap share
     * @return the attribution
     * @throws InputException if the journal is missing or damaged, or nothing was sampled
     */
    public static RunAttribution of(RunDirectory directory, AttributionRule rule) {
        if (!Files.exists(directory.journal())) {
            throw new InputException(
                    "The run " + directory.path().toAbsolutePath() + " has no journal.jsonl, which tells "
                            + "when its requests were served. Only runs that kept theirs can be attributed again");
        }
        return RunWriter.attribute(directory, rule);
    }

    /**
     * Writes a run's dataset and summary again, its joules shared by a rule. Both are computed first and then put in
     * place; the journal and the samples stay as they are, so that it can be done again by another rule.
     *
     * @param run  a finished run
     * @param rule by what requests that overlap share
     * @return the run as it is now
     * @throws InputException if the run cannot be attributed, its samples no longer tell joules that it has, it is
     *                        written by another process, or the results cannot be written; what was there is then kept
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
