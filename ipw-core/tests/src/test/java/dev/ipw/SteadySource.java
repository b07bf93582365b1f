package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/**
 * Counts the microjoules of a package or a GPU that draws the same watts all the time. Readings are dated each period since it
 * was made, so that none is missing or late where the machine of the test lets nobody read for a while.
 */
final class SteadySource implements TelemetrySource {
    static final double WATTS = 50;
    private static final double JOULES_PER_COUNT = 1e-6;
    private static final Duration PERIOD = Duration.ofMillis(5);
    private final long startNanos = System.nanoTime();
    private final CountDownLatch readAfterLoss = new CountDownLatch(2);
    private final Sensor sensor;
    private final List<DeviceInfo> devices;
    private final boolean servingMachine;
    private long nextNanos = startNanos;
    private volatile boolean lost;

    SteadySource() {
        this("package-0", Scope.PACKAGE, List.of(), false);
    }

    private SteadySource(String device, Scope scope, List<DeviceInfo> devices, boolean servingMachine) {
        sensor = Sensor.energyCounter(device, scope, "steady " + device, JOULES_PER_COUNT, OptionalLong.empty());
        this.devices = devices;
        this.servingMachine = servingMachine;
    }

    /** Count for a GPU of this machine, or of the one that serves. */
    static SteadySource gpu(DeviceInfo gpu, boolean servingMachine) {
        return new SteadySource(gpu.device(), Scope.GPU, List.of(gpu), servingMachine);
    }

    /** Count for a package of the machine that serves. */
    static SteadySource servingPackage(String device) {
        return new SteadySource(device, Scope.PACKAGE, List.of(), true);
    }

    /** Lose the sensor, and wait until a session has noticed. */
    void lose() throws InterruptedException {
        lost = true;
        readAfterLoss.await();
    }

    @Override
    public String id() {
        return "steady";
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(sensor);
    }

    @Override
    public List<DeviceInfo> devices() {
        return devices;
    }

    @Override
    public boolean readsServingMachine() {
        return servingMachine;
    }

    @Override
    public Duration period() {
        return PERIOD;
    }

    @Override
    public void sample(SampleSink sink) {
        if (lost) {
            sink.lost(0, "somebody pulled the plug");
            readAfterLoss.countDown();
            return;
        }
        for (long now = System.nanoTime(); nextNanos <= now && sink.hasRoom(); nextNanos += PERIOD.toNanos()) {
            sink.at(nextNanos, nextNanos);
            sink.counter(0, Math.round((nextNanos - startNanos) / 1e9 * WATTS / JOULES_PER_COUNT));
        }
    }

    @Override
    public void close() {}
}
