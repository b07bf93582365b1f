package dev.ipw.testing;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A source that emits the readings that a test sets, and lets the test wait until they are taken. */
public final class DrivenSource implements TelemetrySource {
    private final String id;
    private final List<Sensor> sensors;
    private final Duration period;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ticked = lock.newCondition();
    private List<DeviceInfo> devices = List.of();
    private Consumer<SampleSink> reading;
    private long ticks;
    private int closes;

    /** Makes a source that emits a reading each millisecond. */
    public DrivenSource(String id, List<Sensor> sensors, Consumer<SampleSink> reading) {
        this(id, sensors, Duration.ofMillis(1), reading);
    }

    /** Makes a source that emits a reading each period. */
    public DrivenSource(String id, List<Sensor> sensors, Duration period, Consumer<SampleSink> reading) {
        this.id = id;
        this.period = period;
        this.sensors = sensors;
        this.reading = reading;
    }

    /** Sets the devices that it reads. */
    public DrivenSource describing(DeviceInfo... known) {
        devices = List.of(known);
        return this;
    }

    /** Emits microjoules at one watt for each sensor. */
    public static void oneWatt(SampleSink sink, int sensors) {
        long microjoules = System.nanoTime() / 1000;
        for (int i = 0; i < sensors; i++) {
            sink.counter(i, microjoules);
        }
    }

    /** Emits another reading, and waits until a whole tick of it has started and ended. */
    public void read(Consumer<SampleSink> next) {
        lock.lock();
        try {
            reading = next;
        } finally {
            lock.unlock();
        }
        awaitTick();
    }

    /** Waits until a whole tick has started and ended after this call. */
    public void awaitTick() {
        lock.lock();
        try {
            awaitTicks(ticks + 2);
        } finally {
            lock.unlock();
        }
    }

    /** Emits another reading from the next tick on, and waits for the start of that tick. */
    public void readOnce(Consumer<SampleSink> next) {
        lock.lock();
        try {
            reading = next;
            awaitTicks(ticks + 1);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the given number of ticks has started since the beginning. */
    public void awaitTicks(long enough) {
        lock.lock();
        try {
            while (ticks < enough && closes == 0) {
                ticked.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the source is closed. */
    public void awaitClose() {
        lock.lock();
        try {
            while (closes == 0) {
                ticked.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of times that it was closed. */
    public int closes() {
        lock.lock();
        try {
            return closes;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
    }

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public void sample(SampleSink sink) {
        Consumer<SampleSink> next;
        lock.lock();
        try {
            ticks++;
            ticked.signalAll();
            next = reading;
        } finally {
            lock.unlock();
        }
        next.accept(sink);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closes++;
            ticked.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
