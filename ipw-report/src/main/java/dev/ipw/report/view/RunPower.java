package dev.ipw.report.view;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.PowerInterval;
import dev.ipw.energy.internal.PowerIntervals;
import dev.ipw.error.InputException;
import dev.ipw.report.power.PowerTrace;
import dev.ipw.results.RunReader;
import dev.ipw.telemetry.SampleStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The power of the devices of a run whose joules are its headline, by the intervals in which it is known. */
final class RunPower {
    private static final int MAX_POINTS = 600;
    private static final int MAX_DEVICES = 8;
    private static final int COLOURS = 8;
    private static final int LONG_NAME = 12;

    private final List<Device> devices;
    private final int left;
    private final String reason;

    private RunPower(List<Device> devices, int left, String reason) {
        this.devices = devices;
        this.left = left;
        this.reason = reason;
    }

    /** A device and its intervals of known power, in seconds since the run's anchor. */
    private record Device(MeteredDevice device, double[] from, double[] to, double[] watts) {
        Device within(double begin, double end) {
            int first = 0;
            int last = from.length;
            while (first < last && to[first] <= begin) {
                first++;
            }
            while (last > first && from[last - 1] >= end) {
                last--;
            }
            return new Device(device, Arrays.copyOfRange(from, first, last), Arrays.copyOfRange(to, first, last),
                    Arrays.copyOfRange(watts, first, last));
        }

        String name() {
            String name = device.name();
            return device.scope().label() + " "
                    + (name.length() > LONG_NAME ? name.substring(0, LONG_NAME) : name);
        }
    }

    /** Reads the power of a run's devices; without devices, the reason is known. */
    static RunPower of(RunReader run) {
        List<Device> devices = new ArrayList<>();
        int left = 0;
        try {
            Optional<SampleStore> samples = run.samples();
            if (samples.isEmpty()) {
                return new RunPower(List.of(), 0, "The run's folder has no samples of its own to draw power from.");
            }
            for (DeviceSeries series : HeadlineDevices.choose(DeviceSeries.of(samples.get().energy()))) {
                List<PowerInterval> known = PowerIntervals.of(series);
                if (!known.isEmpty() && devices.size() < MAX_DEVICES) {
                    devices.add(new Device(series.device(),
                            known.stream().mapToDouble(one -> QueryTable.seconds(one.startNanos())).toArray(),
                            known.stream().mapToDouble(one -> QueryTable.seconds(one.endNanos())).toArray(),
                            known.stream().mapToDouble(PowerInterval::watts).toArray()));
                } else if (!known.isEmpty()) {
                    left++;
                }
            }
        } catch (InputException unreadable) {
            return new RunPower(List.of(), 0, "The samples cannot be read: " + unreadable.getMessage() + ".");
        }
        return new RunPower(devices, left, "No sensor reported power for long enough to draw it.");
    }

    /** Returns the reason why no power is known. */
    String reason() {
        return reason;
    }

    /** Returns the power of all devices together at a moment; NaN if that of one is not known. */
    private double sum(double second) {
        double sum = 0;
        for (Device device : devices) {
            int place = Arrays.binarySearch(device.from, second);
            int interval = place >= 0 ? place : -place - 2;
            if (interval < 0 || second >= device.to[interval]) {
                return Double.NaN;
            }
            sum += device.watts[interval];
        }
        return devices.isEmpty() || left > 0 ? Double.NaN : sum;
    }

    /** Draws the power of all devices together, with which a query's share compares. */
    TimeChart.Band drawSum(TimeChart.Band band, double begin, double end) {
        double[] seconds = new double[MAX_POINTS + 1];
        double[] watts = new double[MAX_POINTS + 1];
        for (int point = 0; point <= MAX_POINTS; point++) {
            seconds[point] = begin + (end - begin) * point / MAX_POINTS;
            watts[point] = sum(seconds[point]);
        }
        return band.levels("p0", seconds, watts);
    }

    /** Returns the highest power of all devices together in a span of seconds; zero if none is known. */
    double mostOfSum(double begin, double end) {
        return IntStream.rangeClosed(0, MAX_POINTS)
                .mapToDouble(point -> sum(begin + (end - begin) * point / MAX_POINTS))
                .filter(Double::isFinite).max().orElse(0);
    }

    boolean isKnown() {
        return !devices.isEmpty();
    }

    /** Returns the highest power of a device in a span of seconds; zero if none is known. */
    double most(double begin, double end) {
        return devices.stream().map(device -> device.within(begin, end))
                .flatMapToDouble(device -> Arrays.stream(device.watts())).max().orElse(0);
    }

    /** Draws the power of each device into a band. */
    TimeChart.Band draw(TimeChart.Band band, double begin, double end) {
        for (int number = 0; number < devices.size(); number++) {
            Device device = devices.get(number).within(begin, end);
            if (device.from().length > 0) {
                PowerTrace trace = PowerTrace.of(device.device(), device.from(), device.to(), device.watts(),
                        MAX_POINTS);
                band.levels("p" + number % COLOURS, trace.seconds(), trace.watts());
            }
        }
        return band;
    }

    /** Returns the names of the devices, for the name of a band. */
    String names() {
        return String.join(", ", devices.stream().map(Device::name).toList())
                + (left == 0 ? "" : " and " + left + " more");
    }

    /** Returns the chart of a whole run: power over requests in flight. */
    static String strip(QueryTable table, RunPower power) {
        TimeSpan span = table.measured().orElse(new TimeSpan(0, 1));
        double begin = QueryTable.seconds(span.startNanos());
        double end = QueryTable.seconds(span.endNanos());
        double room = (end - begin) * 0.02;
        TimeChart chart = new TimeChart("Power of the devices over the run, and the requests in flight below it",
                begin - room, end + room);
        if (power.isKnown()) {
            power.draw(chart.band("Power, " + power.names(), 90, power.most(begin - room, end + room), "W"),
                    begin - room, end + room).end();
        }
        double[] requests = table.inFlight().requests();
        chart.band("Requests in flight", 46, Arrays.stream(requests).max().orElse(1), " ")
                .area("flight", table.inFlight().seconds(), requests).end();
        return chart.html();
    }
}
