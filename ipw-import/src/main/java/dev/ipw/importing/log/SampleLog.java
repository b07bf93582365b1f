package dev.ipw.importing.log;

import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.GaugeSeries;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.error.InputException;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The log of a meter: one sample a line, {@code {"t_ns":..,"device":"gpu0","energy_mj":..,"power_mw":..}}, of which
 * either reading may be missing, and lines {@code {"device":"gpu0","idle_w":..,"limit_w":..,"averaging_ms":..}} among
 * them. A device with an energy counter is read by it, another by its power, which is a mean over the last
 * {@code averaging_ms}: 0 for power of an instant. Where no line has the averaging time, power that changes like a mean
 * over a second is taken for such a mean.
 */
public final class SampleLog {
    static final int MAX_LINE_BYTES = 64 << 20;
    private static final double MIN_LIMIT_WATTS = 1e-3;
    private static final double MAX_AVERAGING_MILLIS = 600_000;

    private final Map<String, LoggedDevice> devices = new LinkedHashMap<>();
    private final Map<String, DeviceSeries> series = new LinkedHashMap<>();
    private final Path file;
    private final boolean cutOff;

    private SampleLog(Path file) {
        this.file = file;
        cutOff = LogLines.read(file, MAX_LINE_BYTES, this::take);
        devices.forEach((name, device) -> {
            device.finish(name);
            device.series(name).filter(one -> one.sampleCount() > 1).ifPresent(one -> series.put(name, one));
        });
        if (series.isEmpty()) {
            throw new InputException(String.join(" ", faults()) + (faults().isEmpty() ? "" : " ") + file
                    + " has no device with two samples. Each line needs t_ns, which grows from"
                    + " sample to sample, device, and energy_mj or power_mw, which are not negative");
        }
    }

    /**
     * Reads a log.
     *
     * @param file JSON lines
     * @return the log
     * @throws InputException if the file cannot be read, or a line is not a sample; the message names the line
     */
    public static SampleLog read(Path file) {
        return new SampleLog(file);
    }

    /**
     * Returns each device's joules.
     *
     * @return one series for each device, in the order in which the devices appear
     */
    public Map<String, DeviceSeries> series() {
        return Collections.unmodifiableMap(series);
    }

    /**
     * Lists the devices that are named but do not have two samples, so that their joules are unknown.
     *
     * @return their names, in the order in which they appear
     */
    public List<String> withoutSamples() {
        return devices.keySet().stream().filter(device -> !series.containsKey(device)).toList();
    }

    /**
     * Returns the time of the last reading of a device's counter, if its power was read for long after that.
     *
     * @param device its name
     * @return nanoseconds on the clock of the log; empty if the counter was read to the end, or there is none
     */
    public OptionalLong counterEndNanos(String device) {
        return devices.containsKey(device) ? devices.get(device).counterEndNanos() : OptionalLong.empty();
    }

    /**
     * Returns the longest time between two samples of a device.
     *
     * @param device its name
     * @return nanoseconds; 0 without two samples
     */
    public long longestPauseNanos(String device) {
        return devices.containsKey(device) ? devices.get(device).longestPauseNanos() : 0;
    }

    /**
     * Returns the power of a device that is read by its counter.
     *
     * @param device its name
     * @return watts over time; empty if the log has only one of both readings
     */
    public Optional<GaugeSeries> power(String device) {
        return Optional.ofNullable(devices.get(device)).flatMap(LoggedDevice::powerBesideCounter);
    }

    /**
     * Returns the averaging time of a device's power readings, if the log has it.
     *
     * @param device its name
     * @return nanoseconds
     */
    public OptionalLong averagingNanos(String device) {
        OptionalDouble millis = devices.containsKey(device)
                ? devices.get(device).averagingMillis
                : OptionalDouble.empty();
        return millis.isPresent() ? OptionalLong.of(Math.round(millis.getAsDouble() * 1e6)) : OptionalLong.empty();
    }

    /**
     * Returns the idle power of a device, if the log has it.
     *
     * @param device its name
     * @return watts
     */
    public OptionalDouble idleWatts(String device) {
        return devices.containsKey(device) ? devices.get(device).idleWatts : OptionalDouble.empty();
    }

    /**
     * Returns the power limit of a device, if the log has it.
     *
     * @param device its name
     * @return watts
     */
    public OptionalDouble limitWatts(String device) {
        return devices.containsKey(device) ? devices.get(device).limitWatts : OptionalDouble.empty();
    }

    /**
     * Lists the devices that are read by their power, which looks like a mean without a line that states it.
     *
     * @return their names, in the order in which they appear; a mean over a second is assumed of each
     */
    public List<String> withoutAveraging() {
        return devices.entrySet().stream()
                .filter(entry -> series.containsKey(entry.getKey()) && entry.getValue().assumesAveraging())
                .map(Map.Entry::getKey).toList();
    }

    /**
     * Returns the lines that are rejected, or contradict others: excluded readings, restarted counters, decreasing
     * times.
     *
     * @return sentences, each with the file, the line and the key
     */
    public List<String> faults() {
        return devices.entrySet().stream()
                .flatMap(entry -> entry.getValue().faults(entry.getKey()).sentences(file.toString()).stream()).toList();
    }

    /**
     * Returns the contradiction between a device's sensors, or between a sensor and possible values.
     *
     * @param device its name
     * @return a sentence with the sensor that counts instead; empty if there is no contradiction
     */
    public Optional<String> contradiction(String device) {
        return Optional.ofNullable(devices.get(device)).flatMap(logged -> logged.contradiction(device));
    }

    /**
     * Returns whether the number of wrong readings of a device's joules makes the others doubtful.
     *
     * @param device its name
     * @return true if more than one in twenty is
     */
    public boolean isDoubtful(String device) {
        return devices.containsKey(device) && devices.get(device).isDoubtful();
    }

    /**
     * Returns whether the first or the last reading of a device's counter may be wrong.
     *
     * @param device its name
     * @return true if one implies far more power than all others
     */
    public boolean isUnconfirmed(String device) {
        return devices.containsKey(device) && devices.get(device).isUnconfirmed();
    }

    /**
     * Returns whether the last line was cut off and skipped.
     *
     * @return true if it was
     */
    public boolean isCutOff() {
        return cutOff;
    }

    private void take(long number, TreeReader line) {
        LoggedDevice device = devices.computeIfAbsent(line.text("device"), name -> new LoggedDevice());
        OptionalLong time = LoggedValue.optionalNanos(line, "t_ns");
        OptionalDouble energy = LoggedValue.between(0, Double.MAX_VALUE, line, "energy_mj");
        OptionalDouble power = LoggedValue.between(0, Double.MAX_VALUE, line, "power_mw");
        if (energy.isEmpty() && power.isEmpty()) {
            OptionalDouble idle = LoggedValue.between(0, PowerRecorder.MAX_WATTS, line, "idle_w");
            OptionalDouble limit = LoggedValue.between(MIN_LIMIT_WATTS, PowerRecorder.MAX_WATTS, line, "limit_w");
            device.idleWatts = idle.isPresent() ? idle : device.idleWatts;
            device.limitWatts = limit.isPresent() ? limit : device.limitWatts;
            if (device.idleWatts.orElse(0) > device.limitWatts.orElse(Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("idle_w of " + device.idleWatts.getAsDouble()
                        + " is more than limit_w, " + device.limitWatts.getAsDouble());
            }
            OptionalDouble averaging = averagingMillis(line);
            device.averagingMillis = averaging.isPresent() ? averaging : device.averagingMillis;
            return;
        }
        if (time.isEmpty()) {
            throw new IllegalArgumentException("a sample needs its time, t_ns in nanoseconds");
        }
        device.add(number, time.getAsLong(), energy, power);
    }

    private static OptionalDouble averagingMillis(TreeReader line) {
        OptionalDouble millis = line.optionalReal("averaging_ms");
        if (!(millis.orElse(0) >= 0 && millis.orElse(0) <= MAX_AVERAGING_MILLIS)) {
            throw new IllegalArgumentException("averaging_ms must be the milliseconds over which power is a mean, "
                    + "0 for power of an instant, not " + millis.getAsDouble());
        }
        return millis;
    }
}
