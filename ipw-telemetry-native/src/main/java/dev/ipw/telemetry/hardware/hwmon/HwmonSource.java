package dev.ipw.telemetry.hardware.hwmon;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.HardwareSource;
import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rails of one monitor. */
final class HwmonSource extends HardwareSource {
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);
    private static final double MICROWATTS_PER_WATT = 1e6;
    private static final String FORBIDDEN = "its file may not be read by this user";
    private static final String NO_DATA = "the monitor gives no reading; its channel may be switched off, or the "
            + "chip missing";
    private static final String NO_NUMBER = "the monitor's reading is negative or no number; current may flow back";
    private static final String NO_VOLTAGE = "the rail's voltage reads zero; it is switched off, or the reading false";
    private static final String FALSE_ZERO = "it reads zero, which is impossible for a running board";

    private final PowerMonitor monitor;
    private final List<Optional<KernelFile>> values = new ArrayList<>();
    private final List<Optional<KernelFile>> voltages = new ArrayList<>();

    HwmonSource(PowerMonitor monitor) {
        super(HwmonProvider.ID, period(monitor),
                monitor.rails().stream().map(rail -> rail.sensor(monitor.intervalNanos())).toList());
        this.monitor = monitor;
        for (PowerRail rail : monitor.rails()) {
            Optional<KernelFile> voltage = rail.voltage().flatMap(HwmonSource::open);
            boolean complete = rail.kind() != PowerRail.Kind.CURRENT || voltage.isPresent();
            values.add(complete ? open(rail.value()) : Optional.empty());
            voltages.add(voltage);
        }
    }

    /** A monitor that measures less often is not read more often. */
    private static Duration period(PowerMonitor monitor) {
        Duration interval = Duration.ofNanos(monitor.intervalNanos().orElse(0));
        return interval.compareTo(SHORTEST_PERIOD) > 0 ? interval : SHORTEST_PERIOD;
    }

    private static Optional<KernelFile> open(Path file) {
        try {
            return Optional.of(KernelFile.open(file));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns whether a rail of the monitor can be read at all. */
    boolean reads(PowerRail rail) {
        return values.get(monitor.rails().indexOf(rail)).isPresent();
    }

    @Override
    public void sample(SampleSink sink) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isEmpty()) {
                sink.lost(i, FORBIDDEN);
                continue;
            }
            try {
                sample(i, values.get(i).get(), sink);
            } catch (IOException noData) {
                sink.lost(i, NO_DATA);
            }
        }
    }

    private void sample(int sensor, KernelFile value, SampleSink sink) throws IOException {
        PowerRail rail = monitor.rails().get(sensor);
        value.read();
        if (!value.nextNumber()) {
            sink.lost(sensor, NO_NUMBER);
            return;
        }
        long number = value.number();
        if (rail.kind() == PowerRail.Kind.ENERGY) {
            sink.counter(sensor, number);
            return;
        }
        boolean current = rail.kind() == PowerRail.Kind.CURRENT;
        // A voltage is read over a slow bus, so only if it is needed.
        long millivolts = current || number == 0 ? millivolts(sensor) : 1;
        // Millivolts times milliamperes are microwatts.
        long microwatts = current ? number * millivolts : number;
        if (millivolts == 0) {
            sink.lost(sensor, NO_VOLTAGE);
        } else if (microwatts == 0 && rail.isWholeBoard()) {
            sink.lost(sensor, FALSE_ZERO);
        } else {
            sink.gauge(sensor, microwatts / MICROWATTS_PER_WATT);
        }
    }

    /** Returns the rail's voltage; 1 if it is not measured. */
    private long millivolts(int sensor) throws IOException {
        if (voltages.get(sensor).isEmpty()) {
            return 1;
        }
        KernelFile voltage = voltages.get(sensor).get();
        voltage.read();
        return voltage.nextNumber() ? voltage.number() : 0;
    }

    @Override
    public void close() {
        values.forEach(file -> file.ifPresent(KernelFile::close));
        voltages.forEach(file -> file.ifPresent(KernelFile::close));
    }
}
