package dev.ipw.junit;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A machine that uses a microjoule from reading to reading, however long that takes, and more when a test says so: the collector
 * {@code fabricated}. Tests use its joules one after the other.
 */
public final class FabricatedMachine implements TelemetryProvider {
    private static final long STEP_NANOS = 100_000;

    private static volatile long ticks;
    private static volatile double usedJoules;
    private static volatile int open;

    /** Create it, as a service loader does. */
    public FabricatedMachine() {}

    /** Use joules, so that a window around this call is sure to hold them. */
    static void use(double joules) {
        // The first reading may have begun before this call, and the fourth may show these joules. They were then used
        // since the third moved the counter, which was after the second had begun.
        awaitTicks(4);
        synchronized (FabricatedMachine.class) {
            usedJoules += joules;
        }
        awaitTicks(2);
    }

    private static void awaitTicks(long more) {
        long until = ticks + more;
        while (ticks < until && open > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    /** Count a reading of whatever sensor shows these joules. */
    static void tick() {
        synchronized (FabricatedMachine.class) {
            ticks++;
        }
    }

    static boolean isOpen() {
        return open > 0;
    }

    /** Count the sensors that show these joules: where there is none, nobody waits to be seen. */
    static void opened(int more) {
        synchronized (FabricatedMachine.class) {
            open += more;
        }
    }

    static long microjoules() {
        return Math.round(1e6 * usedJoules) + ticks;
    }

    @Override
    public String id() {
        return "fabricated";
    }

    @Override
    public String description() {
        return "what a test uses";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return List.of(SensorStatus.available(id(), "fabricated counter", "what a test uses"));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        opened(1);
        return List.of(new Counter());
    }

    private static final class Counter implements TelemetrySource {
        @Override
        public String id() {
            return "fabricated";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("package-0", Scope.PACKAGE, "fabricated counter", 1e-6,
                    OptionalLong.empty()));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(1);
        }

        @Override
        public void sample(SampleSink sink) {
            tick();
            sink.counter(0, microjoules());
        }

        @Override
        public void close() {
            opened(-1);
        }
    }
}
