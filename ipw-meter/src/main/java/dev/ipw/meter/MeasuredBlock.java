package dev.ipw.meter;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.RunClock;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The facts of a block of time from which its joules are divided.
 *
 * @param clock      the meter's clock
 * @param time       the block, by {@link System#nanoTime()}; the first one starts with the meter, and each later one
 *                   where the block before it ends
 * @param devices    the joules of each divided device, as they were known when the block was divided
 * @param limitWatts the maximum power of devices by their names, as far as it is known
 * @param findings   the doubts about the joules of devices, by their names
 * @param failures   the reasons why the joules of devices could not be divided over requests, by their names
 * @param requests   the events of requests that had some since the block before, in the order in which the division
 *                   learned of them
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeasuredBlock(RunClock clock, TimeSpan time, List<EnergySeries> devices,
        Map<String, Double> limitWatts, Map<String, List<EnergyFinding>> findings, Map<String, String> failures,
        List<RequestEvents> requests) {
    /** Copies the collections. */
    public MeasuredBlock {
        devices = List.copyOf(devices);
        limitWatts = Map.copyOf(limitWatts);
        findings = Map.copyOf(findings);
        failures = Map.copyOf(failures);
        requests = List.copyOf(requests);
    }
}
