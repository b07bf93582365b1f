package dev.ipw.testing;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A machine whose sensors work or fail in a certain way, for tests of every entry point for joules: a session, a span,
 * a bridge. All entry points must report the same.
 */
public enum MachineCase {
    /** No sensor at all. */
    NONE("no collector reads it", false),
    /** A counter of the whole platform that stands still, as on many virtual machines. */
    DEAD_PLATFORM("move", false, Part.DEAD_PLATFORM),
    /** A counter of a processor package that stands still. */
    DEAD_PACKAGE("move", false, Part.DEAD_PACKAGE),
    /** A GPU that is measured beside a package whose counter stands still. */
    DEAD_BESIDE_LIVE("", true, Part.DEAD_PACKAGE, Part.GPU),
    /** Two GPUs, of which one has no sensor of energy or power. */
    ONE_GPU_OF_TWO("", true, Part.GPU, Part.GPU_WITHOUT_ENERGY),
    /** A GPU whose counter stands still, and whose power is read. */
    DEAD_COUNTER_LIVE_POWER("", true, Part.DEAD_GPU_WITH_POWER),
    /** A counter that moved and no longer does. */
    FROZEN("move", false, Part.FROZEN_PACKAGE),
    /** A counter that was read and cannot be read any more. */
    LOST("the cable was pulled", false, Part.LOST_PACKAGE),
    /** A processor package of 50 W. */
    LIVE("", true, Part.PACKAGE);

    private static final Duration PERIOD = Duration.ofMillis(5);
    private static final long TICKS_UNTIL_IT_FAILS = 40;
    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private final String why;
    private final boolean measures;
    private final List<Part> parts;

    MachineCase(String why, boolean measures, Part... parts) {
        this.why = why;
        this.measures = measures;
        this.parts = List.of(parts);
    }

    /** One source of the machine. */
    private enum Part {
        PACKAGE(counter("package-0", Scope.PACKAGE)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, nanos / 20);
            }
        },
        DEAD_PACKAGE(counter("package-0", Scope.PACKAGE)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, 7);
            }
        },
        DEAD_PLATFORM(counter("psys", Scope.PSYS)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, 7);
            }
        },
        FROZEN_PACKAGE(counter("package-0", Scope.PACKAGE)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, 50_000 * Math.min(tick, TICKS_UNTIL_IT_FAILS));
            }
        },
        LOST_PACKAGE(counter("package-0", Scope.PACKAGE)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                if (tick < TICKS_UNTIL_IT_FAILS) {
                    sink.counter(0, nanos / 20);
                } else {
                    sink.lost(0, "the cable was pulled");
                }
            }
        },
        GPU(counter("gpu-0", Scope.GPU)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, nanos * 3 / 10);
            }
        },
        GPU_WITHOUT_ENERGY(Sensor.of("gpu-1", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, "fabricated gpu-1")) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.gauge(0, 55);
            }
        },
        DEAD_GPU_WITH_POWER(counter("gpu-0", Scope.GPU),
                Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "fabricated power").withAveragingNanos(0)) {
            @Override
            void read(SampleSink sink, long tick, long nanos) {
                sink.counter(0, 7);
                sink.gauge(1, 300);
            }
        };

        private final List<Sensor> sensors;

        Part(Sensor... sensors) {
            this.sensors = List.of(sensors);
        }

        abstract void read(SampleSink sink, long tick, long nanos);

        private static Sensor counter(String device, Scope scope) {
            return Sensor.energyCounter(device, scope, "fabricated " + device, 1e-6, OptionalLong.empty());
        }
    }

    /**
     * The report of an entry point on the joules of some work.
     *
     * @param joules     the joules; empty if it reports none
     * @param provenance their provenance, in one word
     * @param words      the other text of the report: the reason if there are no joules
     */
    public record Answer(OptionalDouble joules, String provenance, String words) {}

    /** Makes the sources of the machine; each session needs its own. */
    public List<TelemetrySource> sources() {
        List<TelemetrySource> sources = new ArrayList<>();
        for (Part part : parts) {
            long start = System.nanoTime();
            Consumer<SampleSink> reading = new Consumer<>() {
                private long tick;

                @Override
                public void accept(SampleSink sink) {
                    part.read(sink, tick++, System.nanoTime() - start);
                }
            };
            sources.add(new DrivenSource("fabricated-" + sources.size(), part.sensors, PERIOD, reading));
        }
        return sources;
    }

    /** Opens a session on the machine and waits until its sensors have failed, if they ever do. */
    public TelemetrySession open() {
        TelemetrySessionBuilder builder = TelemetrySession.builder().discovery(false);
        sources().forEach(builder::source);
        TelemetrySession session = builder.open();
        Watch watch = session.watch();
        session.awaitSensors();
        while ((this == FROZEN && session.measuresEnergy()) || (this == LOST && session.problems().isEmpty())) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
        watch.close();
        return session;
    }

    /** Works until each sensor of the session has been read some times. */
    public static void work(TelemetrySession session) {
        long[] ticks = session.samplers().stream().mapToLong(one -> one.ticks() + 12).toArray();
        for (int i = 0; i < ticks.length; i++) {
            while (session.samplers().get(i).ticks() < ticks[i]) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
        }
    }

    /** Returns whether joules of work on the machine are known. */
    public boolean measures() {
        return measures;
    }

    /**
     * Checks the report of an entry point on work that ran alone.
     *
     * @throws AssertionError if it reports joules where there are none, no joules where there are some, or no reason
     */
    public void check(Answer answer) {
        Optional<String> wrong = answer.joules().isPresent() != measures
                ? Optional.of(measures ? "tells no joules" : "tells joules though nothing measures")
                : measures
                        ? Optional.of("tells " + answer.joules().getAsDouble() + " J " + answer.provenance())
                                .filter(any -> !(answer.joules().getAsDouble() > 0
                                        && answer.provenance().matches("(?i)MEASURED|INTEGRATED")))
                        : Optional.of("does not say '" + why + "'").filter(any -> !answer.words().contains(why));
        wrong.ifPresent(what -> {
            throw new AssertionError("On the machine " + this + " this door " + what + ": " + answer);
        });
    }
}
