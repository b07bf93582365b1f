package dev.ipw.cli.monitor;

import dev.ipw.energy.Scope;
import dev.ipw.energy.ThrottleReason;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.DrivenSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Describes a card that draws 100 W, and what its sensors say. */
final class TestCard {
    static final String ID = "GPU-1234";
    static final double WATTS = 100;
    private static final Duration PERIOD = Duration.ofMillis(2);
    static final DeviceInfo INFO = new DeviceInfo(ID, "Test \"card\"", Optional.of("Nobody"), OptionalInt.of(3),
            Map.of());
    static final List<Sensor> SENSORS = List.of(
            Sensor.energyCounter(ID, Scope.GPU, "card counter", 1e-3, OptionalLong.empty()),
            gauge(Quantity.TEMPERATURE_CELSIUS), gauge(Quantity.UTILIZATION_PERCENT), gauge(Quantity.MEMORY_USED_BYTES),
            gauge(Quantity.MEMORY_TOTAL_BYTES), gauge(Quantity.CLOCK_MEGAHERTZ), gauge(Quantity.THROTTLE_REASONS),
            gauge(Quantity.PROCESSES),
            Sensor.of(ID, Scope.MEMORY, Quantity.TEMPERATURE_CELSIUS, "card memory temperature"),
            Sensor.of(ID, Scope.MEMORY, Quantity.UTILIZATION_PERCENT, "card memory load"));
    static final long USED_BYTES = 5L << 30;
    static final long TOTAL_BYTES = 80L << 30;

    private TestCard() {}

    static DrivenSource source() {
        return source(SENSORS, TestCard::read).describing(INFO);
    }

    /** Return a source of other sensors, or of other readings. */
    static DrivenSource source(List<Sensor> sensors, Consumer<SampleSink> reading) {
        return new DrivenSource("driven", sensors, PERIOD, reading);
    }

    static TelemetrySession open(TelemetrySource source) {
        return TelemetrySession.builder().discovery(false).source(source).open();
    }

    /** Say nothing new. */
    static void beSilent(SampleSink sink) {
        assertThat(sink).isNotNull();
    }

    private static Sensor gauge(Quantity quantity) {
        return Sensor.of(ID, Scope.GPU, quantity, "card gauge");
    }

    static void read(SampleSink sink) {
        long now = System.nanoTime();
        // The counter is of the moment of its stamp, however long the sampler is put aside between the two.
        sink.at(now, now);
        sink.counter(0, Math.round(now / 1e6 * WATTS));
        sink.gauge(1, 55);
        sink.gauge(2, 97);
        sink.gauge(3, (double) USED_BYTES);
        sink.gauge(4, (double) TOTAL_BYTES);
        sink.gauge(5, 1980);
        sink.gauge(6, (double) (ThrottleReason.POWER_CAP.mask() | ThrottleReason.THERMAL.mask()));
        sink.gauge(7, 2);
        sink.gauge(8, 71);
        sink.gauge(9, 42);
    }

    static void lose(SampleSink sink) {
        for (int i = 0; i < SENSORS.size(); i++) {
            sink.lost(i, "the card fell off its bus");
        }
    }
}
