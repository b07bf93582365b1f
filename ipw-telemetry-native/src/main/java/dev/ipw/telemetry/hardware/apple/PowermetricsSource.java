package dev.ipw.telemetry.hardware.apple;

import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareSource;
import java.time.Duration;
import java.util.List;

/** The source of the readings of powermetrics, each at the end of the interval that it covers. */
final class PowermetricsSource extends HardwareSource {
    private final PowermetricsProcess process;
    private final List<Field> fields;
    private boolean begun;
    private long latestNanos;
    private volatile boolean closed;

    /** Takes the process, whose first reading shows the fields of this machine. */
    PowermetricsSource(PowermetricsProcess process, PowermetricsReading first, Duration interval) {
        super(PowermetricsProvider.ID, interval,
                first.values().keySet().stream().map(field -> field.sensor(interval.toNanos())).toList());
        this.process = process;
        fields = List.copyOf(first.values().keySet());
        latestNanos = first.endNanos() - first.elapsedNanos();
    }

    @Override
    public void sample(SampleSink sink) {
        if (closed) {
            return;
        }
        String ended = process.ended();
        PowermetricsReading reading = process.take();
        while (reading != null) {
            give(reading, sink);
            reading = process.take();
        }
        if (ended != null) {
            for (int i = 0; i < fields.size(); i++) {
                sink.lost(i, ended);
            }
        }
    }

    private void give(PowermetricsReading reading, SampleSink sink) {
        if (!begun) {
            begun = true;
            long start = reading.endNanos() - reading.elapsedNanos();
            sink.at(start, start);
            for (int i = 0; i < fields.size(); i++) {
                if (Field.ENERGIES.contains(fields.get(i))) {
                    sink.counter(i, 0);
                }
            }
        }
        latestNanos = reading.endNanos();
        sink.at(latestNanos, latestNanos);
        for (int i = 0; i < fields.size(); i++) {
            Double value = reading.values().get(fields.get(i));
            if (value != null && Field.ENERGIES.contains(fields.get(i))) {
                sink.counter(i, Math.round(value));
            } else if (value != null) {
                sink.gauge(i, value);
            }
        }
    }

    @Override
    public long readUntilNanos(long tickNanos) {
        return process.ended() == null ? latestNanos : TelemetrySource.forever(tickNanos);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            process.close();
        }
    }
}
