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

/** Emits the readings that a test sets, and lets it wait until they are taken. */
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

    /** Emits a reading each millisecond. */
    public DrivenSource(String id, List<Sensor> sensors, Consumer<SampleSink> reading) {
        this(id, sensors, Duration.ofMillis(1), reading);
    }

    /** Emits a reading each period. */
    public DrivenSource(String id, List<Sensor> sensors, Duration period, Consumer<SampleSink> reading) {
        this.id = id;
        this.period = period;
        this.sensors = sensors;
        this.reading = reading;
    }

    /** Describes the devices that it reads. */
    public DrivenSource describing(DeviceInfo... known) {
        devices = List.of(known);
        return this;
    }

    /** Counts microjoules at one watt for each sensor. */
    public static void oneWatt(SampleSink sink, int sensors) {
        long microjoules = System.nanoTime() / 1000;
        for (int i = 0; i < sensors; i++) {
            sink.counter(i, microjoules);
        }
    }

    /** Emits another reading, and wait until a whole tick of it has begun and ended. */
    public void read(Consumer<SampleSink> next) {
        lock.lock();
        try {
            reading = next;
        } finally {
            lock.unlock();
        }
        awaitTick();
    }

    /** Waits until a whole tick has begun and ended from now on. */
    public void awaitTick() {
        lock.lock();
        try {
            awaitTicks(ticks + 2);
        } finally {
            lock.unlock();
        }
    }

    /** Emits another reading from the next tick on, and wait for that tick to begin. */
    public void readOnce(Consumer<SampleSink> next) {
        lock.lock();
        try {
            reading = next;
            awaitTicks(ticks + 1);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until so many ticks have begun since the beginning. */
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

    /** Waits until it is closed. */
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

    /** Returns how often it was closed. */
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
