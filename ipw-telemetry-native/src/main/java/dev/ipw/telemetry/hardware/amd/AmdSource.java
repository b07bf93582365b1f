package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The source of all cards of this machine, read on one thread: AMD's libraries are known to mix up cards when several
 * threads call at once. Power and energy are read in each tick, the rest five times a second.
 */
final class AmdSource extends HardwareSource {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final long SLOW_NANOS = Duration.ofMillis(200).toNanos();
    private static final String CLOSED = "it is no longer open";

    private final List<CardSensor> cardSensors;
    private final List<DeviceInfo> devices;
    private final Access access;
    private final LongSupplier nanoClock;
    private volatile boolean closed;
    private long slowDueNanos;

    AmdSource(List<CardSensor> cardSensors, List<DeviceInfo> devices, Access access, LongSupplier nanoClock) {
        super(AmdProvider.ID, PERIOD, cardSensors.stream().map(CardSensor::sensor).toList());
        this.cardSensors = List.copyOf(cardSensors);
        this.devices = List.copyOf(devices);
        this.access = access;
        this.nanoClock = nanoClock;
        slowDueNanos = nanoClock.getAsLong();
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
    }

    @Override
    public void sample(SampleSink sink) {
        if (closed) {
            for (int i = 0; i < cardSensors.size(); i++) {
                sink.lost(i, CLOSED);
            }
        } else if (access.enter()) {
            try {
                read(sink);
            } finally {
                access.leave();
            }
        }
    }

    private void read(SampleSink sink) {
        long now = nanoClock.getAsLong();
        boolean slowToo = now - slowDueNanos >= 0;
        if (slowToo) {
            slowDueNanos = now + SLOW_NANOS;
        }
        for (int i = 0; i < cardSensors.size(); i++) {
            if (slowToo || cardSensors.get(i).isFast()) {
                cardSensors.get(i).read(i, sink);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        access.close();
    }
}
