package dev.ipw.telemetry;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergyUse;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.curve.BentSteps;
import dev.ipw.error.Setting;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.statistics.Statistics;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/** The telemetry of this machine between two moments. The joules are those known when the window was cut. */
@API(status = API.Status.EXPERIMENTAL)
public final class TelemetryWindow implements EnergyUse {
    /** The device whose processor time is that of the sampling process and its children. */
    public static final String THIS_PROCESS = "process";
    private static final String OVERLAP = "OVERLAPPED: another task was measured, or a request was open, on this session at the "
            + "same time, so the same joules are in both. Measure one task at a time, or open session.request(..) for each: "
            + "shares of requests add up to what was used. For the requests of a server there is a profile run or "
            + Setting.ATTRIBUTION;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Readings readings;
    private final long startNanos;
    private final long endNanos;
    private final String whyNone;
    private final boolean overlapped;
    private final List<MeteredReading> devices;
    // Chosen once, because a doubted counter may prove itself at any moment.
    private final List<DeviceSeries> headline;
    private final Readings own;
    private final EnergyReading ownPackages;

    /** Cuts a window of readings that are all of one machine. */
    TelemetryWindow(Readings readings, long startNanos, long endNanos, String whyNone) {
        this(readings, readings, startNanos, endNanos, whyNone, WindowDoubts.NONE);
    }

    /**
     * Cuts a window.
     *
     * @param readings the readings
     * @param own      the readings of the machine that this process runs on
     * @param doubts   the task's doubts about its joules
     */
    TelemetryWindow(Readings readings, Readings own, long startNanos, long endNanos, String whyNone,
            WindowDoubts doubts) {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "A window cannot end " + (startNanos - endNanos) + " ns before it starts");
        }
        this.readings = readings;
        this.startNanos = startNanos;
        this.endNanos = endNanos;
        this.whyNone = whyNone;
        overlapped = doubts.overlapped();
        HeadlineDevices.Selection selection = HeadlineDevices.selectNow(readings.energy());
        devices = selection.distinct().stream()
                .map(series -> new MeteredReading(series, checked(series, window(series, doubts))))
                .toList();
        headline = selection.headline();
        this.own = own;
        ownPackages = own.energy(Scope.PACKAGE).stream().map(series -> window(series, doubts))
                .reduce(EnergyReading::plus).orElseGet(() -> none(Scope.PACKAGE));
    }

    private EnergyReading window(DeviceSeries series, WindowDoubts doubts) {
        return doubts.flag(series, BentSteps.window(series, startNanos, endNanos),
                series.isBrief(startNanos, endNanos));
    }

    private EnergyReading checked(DeviceSeries series, EnergyReading reading) {
        EnergyReading checked = reading;
        if (reading.isAvailable()) {
            for (EnergyFinding finding : readings.findings(series, new TimeSpan(startNanos, endNanos))) {
                checked = checked.flagged(finding.flag());
            }
        }
        return checked;
    }

    /**
     * Returns the start of the window.
     *
     * @return nanoseconds on the clock of the samples
     */
    public long startNanos() {
        return startNanos;
    }

    /**
     * Returns the end of the window.
     *
     * @return nanoseconds on the clock of the samples
     */
    public long endNanos() {
        return endNanos;
    }

    /**
     * Returns the length of the window.
     *
     * @return the time from its start to its end
     */
    public Duration duration() {
        return Duration.ofNanos(endNanos - startNanos);
    }

    /**
     * Adds up the devices of one scope.
     *
     * @param scope the part of the machine
     * @return their joules; PARTIAL without the devices that were first read after the window; UNAVAILABLE with the
     *         reason if there is no such device, or another of them has no figure
     */
    public EnergyReading energy(Scope scope) {
        return sum(HeadlineDevices.of(scope, devices.stream().map(MeteredReading::series).toList()))
                .orElseGet(() -> none(scope));
    }

    /**
     * Lists every device, also those that contain others or are part of them.
     *
     * @return the joules of each device
     */
    public List<DeviceEnergy> devices() {
        return devices.stream().map(one -> new DeviceEnergy(one.series().device().name(), one.reading())).toList();
    }

    /**
     * Adds up the devices without counting a joule twice: GPUs, packages, main memory and neural engines, or the
     * devices that contain them where they are not measured themselves.
     *
     * @return the joules of the machine as far as it is measured; PARTIAL without the devices that were first read after
     *         the window; UNAVAILABLE with the reason if nothing is measured, or another device has no figure
     */
    @Override
    public EnergyReading energy() {
        return sum(headline).orElseGet(() -> none(Scope.PACKAGE));
    }

    /**
     * Returns the name of the devices that {@link #energy()} adds up.
     *
     * @return for example {@code gpu+package+dram}, {@code cpu-estimate} where the processor is only estimated, or
     *         {@code none}
     */
    public String energyScope() {
        return HeadlineDevices.label(readByEnd(headline), readings.present());
    }

    /**
     * Returns the mean power of the devices that {@link #energy()} adds up.
     *
     * @return watts; empty if there are no joules or the window no length
     */
    public OptionalDouble watts() {
        return Ratio.of(joules(), (endNanos - startNanos) / NANOS_PER_SECOND);
    }

    /**
     * Summarises a quantity over the window. Power and memory of several devices add up, utilization is their mean, and
     * of temperatures the maximum counts. Power of devices with only an energy counter is derived from the counter;
     * average power is energy over time wherever the joules of the window are completely known.
     *
     * @param quantity the quantity; not a counter
     * @param scope    the part of the machine
     * @return the values in the quantity's unit; empty if no sensor gives them
     */
    public Optional<Statistics> statistics(Quantity quantity, Scope scope) {
        return readings.statistics(quantity, scope, startNanos, endNanos);
    }

    /**
     * Estimates the energy that the sampling process and its children used of its machine's processor packages. Sources
     * that read the machine which serves the model do not count, as that may be another one.
     *
     * @return its processor time and its share of the packages' joules, which is ESTIMATED; UNAVAILABLE with the reason
     *         if the packages have no joules or the processor time was not read
     */
    public ProcessShare processEnergy() {
        return processEnergy(THIS_PROCESS);
    }

    /**
     * Estimates the energy that a process of this machine and its children used of the machine's processor packages.
     *
     * @param device the process as its sensor names it, for example {@code process-4242}
     * @return its processor time and its share of the packages' joules, which is ESTIMATED; UNAVAILABLE with the reason
     *         if the packages have no joules or its processor time was not read
     */
    public ProcessShare processEnergy(String device) {
        return ProcessTimes.share(own, device, ownPackages, startNanos, endNanos);
    }

    private Optional<EnergyReading> sum(Collection<DeviceSeries> chosen) {
        Collection<DeviceSeries> read = readByEnd(chosen);
        Optional<EnergyReading> sum = devices.stream().filter(one -> read.contains(one.series()))
                .map(MeteredReading::reading).reduce(EnergyReading::plus);
        return read.size() < chosen.size()
                ? sum.map(known -> known.isAvailable() ? known.flagged(EnergyFlag.PARTIAL) : known)
                : sum;
    }

    /** Returns the series without those that joined the session after the window; all if nothing would be left. */
    private Collection<DeviceSeries> readByEnd(Collection<DeviceSeries> chosen) {
        List<DeviceSeries> read = chosen.stream().filter(series -> series.firstNanos().orElse(endNanos) <= endNanos)
                .toList();
        return read.isEmpty() ? chosen : read;
    }

    private EnergyReading none(Scope scope) {
        return EnergyReading.unavailable(scope, "no " + scope.label() + " sensor", whyNone);
    }

    /**
     * Returns the advice on OVERLAPPED joules.
     *
     * @return the cause and the alternative; empty if no other task was measured at the same time
     */
    public Optional<String> overlap() {
        return overlapped ? Optional.of(OVERLAP) : Optional.empty();
    }

    /**
     * Formats the energy for a reader, for example {@code 12.4 J [11.9, 12.9] MEASURED (powercap package-0), package,
     * in 2.1 s}.
     */
    @Override
    public String toString() {
        return energy() + ", " + energyScope() + ", in "
                + SignificantDigits.four((endNanos - startNanos) / NANOS_PER_SECOND) + " s"
                + overlap().map(text -> "; " + text).orElse("");
    }

    private record MeteredReading(DeviceSeries series, EnergyReading reading) {}
}
