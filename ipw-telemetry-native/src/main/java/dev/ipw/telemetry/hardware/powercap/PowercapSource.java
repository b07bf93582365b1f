package dev.ipw.telemetry.hardware.powercap;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.HardwareSource;
import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The source of the energy counters of all zones. A zone that may not be read while others may is reported as lost, so
 * that one socket does not count as the machine.
 */
final class PowercapSource extends HardwareSource {
    // The counter is updated about each millisecond; reading it more often than this costs more than it gives.
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final String FORBIDDEN = "its energy_uj may not be read by this user";
    private static final String VANISHED = "its energy_uj can no longer be read; the zone vanished or the permission was "
            + "withdrawn";
    private static final String NO_NUMBER = "its energy_uj holds no number";

    private final List<Optional<KernelFile>> files = new ArrayList<>();

    PowercapSource(List<PowercapZone> zones) {
        super(PowercapProvider.ID, PERIOD, zones.stream().map(PowercapZone::sensor).toList());
        zones.forEach(zone -> files.add(open(zone)));
    }

    private static Optional<KernelFile> open(PowercapZone zone) {
        try {
            return Optional.of(KernelFile.open(zone.energyFile()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns whether any zone can be read at all. */
    boolean readsAny() {
        return files.stream().anyMatch(Optional::isPresent);
    }

    @Override
    public void sample(SampleSink sink) {
        for (int i = 0; i < files.size(); i++) {
            if (files.get(i).isPresent()) {
                sample(i, files.get(i).get(), sink);
            } else {
                sink.lost(i, FORBIDDEN);
            }
        }
    }

    private static void sample(int sensor, KernelFile file, SampleSink sink) {
        try {
            file.read();
            if (file.nextNumber()) {
                sink.counter(sensor, file.number());
            } else {
                sink.lost(sensor, NO_NUMBER);
            }
        } catch (IOException vanished) {
            sink.lost(sensor, VANISHED);
        }
    }

    @Override
    public void close() {
        files.forEach(file -> file.ifPresent(KernelFile::close));
    }
}
