package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Read the energy counters of all zones that may be read. */
final class PowercapSource implements TelemetrySource {
    // The counter is renewed about each millisecond; reading it more often than this costs more than it tells.
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String VANISHED = "its energy_uj can no longer be read; the zone vanished or the permission was "
            + "withdrawn";
    private static final String NO_NUMBER = "its energy_uj holds no number";

    private final List<Sensor> sensors = new ArrayList<>();
    private final List<KernelFile> files = new ArrayList<>();

    /** Add a zone if its counter can be opened. */
    boolean add(PowercapZone zone) {
        try {
            files.add(KernelFile.open(zone.energyFile()));
            sensors.add(zone.sensor());
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public String id() {
        return PowercapProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return List.copyOf(sensors);
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public void sample(SampleSink sink) {
        for (int i = 0; i < files.size(); i++) {
            KernelFile file = files.get(i);
            try {
                file.read();
                if (file.nextNumber()) {
                    sink.counter(i, file.number());
                } else {
                    sink.lost(i, NO_NUMBER);
                }
            } catch (IOException vanished) {
                sink.lost(i, VANISHED);
            }
        }
    }

    @Override
    public void close() {
        for (KernelFile file : files) {
            try {
                file.close();
            } catch (IOException refused) {
                throw new UncheckedIOException(refused);
            }
        }
    }
}
