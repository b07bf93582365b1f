package dev.ipw.meter;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.SteadySource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** A meter whose division or whose receivers fail. */
@Tag("real-time")
class FailingDivisionTests {
    private static final Runnable NOTHING = () -> {};

    private final BlockingQueue<RequestFigures> finished = new LinkedBlockingQueue<>();
    private final MeterListener receiver = new MeterListener() {
        @Override
        public void requestFinished(RequestFigures request) {
            finished.add(request);
        }
    };

    private static SteadySource board() {
        return new SteadySource("board",
                Sensor.energyCounter("board", Scope.GPU, "the board's counter", 1e-6, OptionalLong.empty()), 1e8);
    }

    private static MeteredRequest answered(EnergyMeter meter) {
        MeteredRequest request = meter.start(RequestOrigin.of("model", "tenant"), 10);
        request.tokens(1);
        request.finish(200, RequestTokens.of(10, 1), Optional.empty());
        return request;
    }

    private RequestFigures next() throws InterruptedException {
        return Objects.requireNonNull(finished.poll(2, TimeUnit.MINUTES), "no figures within two minutes");
    }

    @Test
    void endsRequestsWithTheReasonWhereTheDivisionFailsForGood() throws Exception {
        FailingSource board = new FailingSource(board(), new AtomicReference<>(NOTHING));
        try (TelemetrySession telemetry = TelemetrySession.builder().discovery(false).source(board).open();
                EnergyMeter meter = EnergyMeter.start(telemetry, Duration.ZERO)) {
            meter.addListener(receiver);
            board.check.set(() -> {
                throw new IllegalStateException("the sensors are gone");
            });
            MeteredRequest request = answered(meter);
            RequestFigures figures = next();
            assertThat(figures.id()).isEqualTo(request.id());
            assertThat(figures.energy().isAvailable()).isFalse();
            assertThat(figures.energy().reason().orElseThrow()).contains("the sensors are gone");
            assertThat(figures.isFinal()).isTrue();
            board.check.set(NOTHING);
            answered(meter);
            assertThat(next().energy().isAvailable()).isTrue();
        }
    }

    @Test
    void givesFiguresToTheOtherReceiversWhereOneFails() throws Exception {
        try (TelemetrySession telemetry = TelemetrySession.builder().discovery(false).source(board()).open();
                EnergyMeter meter = EnergyMeter.start(telemetry)) {
            meter.addListener(new MeterListener() {
                @Override
                public void blockDivided(MeterBlock block) {
                    throw new AssertionError("a defect of the receiver");
                }
            });
            meter.addListener(receiver);
            MeteredRequest request = answered(meter);
            assertThat(next().id()).isEqualTo(request.id());
        }
    }

    @Test
    void closesAllItsPartsWhereTheLastDivisionFails() {
        FailingSource failing = new FailingSource(board(), new AtomicReference<>(NOTHING));
        try (TelemetrySession telemetry = TelemetrySession.builder().discovery(false).source(failing).open()) {
            EnergyMeter meter = EnergyMeter.start(telemetry);
            MeteredRequest request = answered(meter);
            failing.check.set(() -> {
                throw new AssertionError("a defect of the sensors");
            });
            assertThatCode(meter::close).doesNotThrowAnyException();
            assertThat(request.figures().isFinal()).isFalse();
        }
    }

    /** A source that can be made to fail. */
    private record FailingSource(TelemetrySource source, AtomicReference<Runnable> check) implements TelemetrySource {
        @Override
        public String id() {
            return source.id();
        }

        @Override
        public List<Sensor> sensors() {
            check.get().run();
            return source.sensors();
        }

        @Override
        public Duration period() {
            return source.period();
        }

        @Override
        public void sample(SampleSink sink) {
            source.sample(sink);
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
