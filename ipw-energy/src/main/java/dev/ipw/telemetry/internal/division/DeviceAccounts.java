package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The accounts of all devices that are, or were, divided. */
public final class DeviceAccounts {
    private final BiFunction<DeviceSeries, TimeSpan, List<EnergyFinding>> findings;
    private final Function<String, OptionalDouble> limitWatts;
    private final List<DeviceAccount> accounts = new ArrayList<>();

    /**
     * Creates accounts of no device.
     *
     * @param findings   finds the doubts about a series in a time
     * @param limitWatts returns the maximum power of a device by its name; empty if it is not known
     */
    public DeviceAccounts(BiFunction<DeviceSeries, TimeSpan, List<EnergyFinding>> findings,
            Function<String, OptionalDouble> limitWatts) {
        this.findings = findings;
        this.limitWatts = limitWatts;
    }

    /**
     * Continues with the devices that are counted now: one that opened late comes last, one whose sensor was refuted
     * continues with its other sensor, and a device that is left out is charged to nobody from now on.
     *
     * @param chosen       the series of these devices
     * @param nowNanos     the start of a device without a reading, and the end of one that is left out
     * @param dividedNanos the end of what is finally divided
     * @param hasBegun     whether anything was divided
     */
    public void choose(List<DeviceSeries> chosen, long nowNanos, long dividedNanos, boolean hasBegun) {
        for (DeviceSeries series : chosen) {
            long first = series.firstNanos().orElse(nowNanos);
            accounts.stream().filter(account -> account.isOf(series.device())).findFirst().ifPresentOrElse(
                    account -> account.follow(series),
                    () -> accounts.add(new DeviceAccount(series, findings, limitWatts.apply(series.device().name()),
                            hasBegun ? Math.max(first, dividedNanos) : first, hasBegun)));
        }
        accounts.stream().filter(account -> account.isCounted() && chosen.stream()
                .noneMatch(series -> series.origin() == account.series().origin()))
                .forEach(account -> account.endAt(nowNanos));
    }

    /** Lists the accounts, in the order in which their devices came. */
    public List<DeviceAccount> list() {
        return accounts;
    }
}
