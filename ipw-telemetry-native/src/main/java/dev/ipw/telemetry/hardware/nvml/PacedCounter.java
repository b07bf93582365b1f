package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.internal.CounterPace;
import dev.ipw.telemetry.SampleSink;
import java.time.Duration;

/** An energy counter that takes long to be read, so that it is read in few ticks. */
final class PacedCounter extends DeviceCall {
    private final DeviceCall counter;
    private final CounterPace pace;
    private final NotedSink noted = new NotedSink();

    PacedCounter(DeviceCall counter, Duration period) {
        super(counter.device(), counter.sensors());
        this.counter = counter;
        pace = new CounterPace(period.toNanos());
    }

    @Override
    int ask() {
        return counter.ask();
    }

    @Override
    void deliver(SampleSink sink, int firstSensor) {
        counter.deliver(sink, firstSensor);
    }

    @Override
    void hasten() {
        pace.hasten();
    }

    @Override
    void retry() {
        super.retry();
        counter.retry();
    }

    @Override
    void sample(SampleSink sink, int firstSensor) {
        long nanos = device().driver().nanoTime();
        if (pace.isDue(nanos)) {
            noted.sink = sink;
            noted.nanos = nanos;
            super.sample(noted, firstSensor);
        }
    }

    /** Passes readings on, and takes note of the counter's. */
    private final class NotedSink implements SampleSink {
        private SampleSink sink = this;
        private long nanos;

        @Override
        public void counter(int sensor, long counts) {
            pace.note(nanos, counts);
            sink.counter(sensor, counts);
        }

        @Override
        public void gauge(int sensor, double value) {
            sink.gauge(sensor, value);
        }

        @Override
        public void lost(int sensor, String reason) {
            sink.lost(sensor, reason);
        }
    }
}
