package dev.ipw.meter.gateway;

import dev.ipw.energy.Scope;
import dev.ipw.hosted.HostedTable;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.HostedServer;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import dev.ipw.testing.SteadySource;
import java.net.URI;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A gateway with a meter of a card that draws 20 W, before a server of the test's own. */
final class GatewayFixture implements AutoCloseable {
    private static final double WATTS = 20;

    private final TelemetrySession telemetry;
    private final Watch watch;
    private final EnergyMeter meter;
    private final MeterGateway gateway;
    private final BlockingQueue<RequestFigures> finished = new LinkedBlockingQueue<>();

    GatewayFixture(String upstream) {
        this(upstream, builder -> builder);
    }

    GatewayFixture(String upstream, UnaryOperator<MeterGateway.Builder> changes) {
        this(upstream, TelemetrySession.builder().discovery(false)
                .source(new SteadySource("card",
                        Sensor.energyCounter("card-0", Scope.GPU, "steady", 1e-6, OptionalLong.empty()), WATTS * 1e6))
                .open(), EnergyMeter::start, changes);
    }

    /** Starts a gateway before a server whose models others host, on a machine without sensors. */
    GatewayFixture(String upstream, HostedTable table, UnaryOperator<MeterGateway.Builder> changes) {
        this(upstream, TelemetrySession.builder().discovery(false).open(),
                session -> EnergyMeter.start(session, new HostedServer(table, URI.create(upstream))), changes);
    }

    private GatewayFixture(String upstream, TelemetrySession session, Function<TelemetrySession, EnergyMeter> started,
            UnaryOperator<MeterGateway.Builder> changes) {
        telemetry = session;
        watch = telemetry.watch();
        meter = started.apply(telemetry);
        meter.addListener(new MeterListener() {
            @Override
            public void requestFinished(RequestFigures request) {
                finished.add(request);
            }
        });
        gateway = changes.apply(MeterGateway.builder(upstream).meter(meter)).start();
    }

    int port() {
        return gateway.address().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    EnergyMeter meter() {
        return meter;
    }

    MeterGateway gateway() {
        return gateway;
    }

    /** Waits for the final figures of the next request. */
    RequestFigures next() throws InterruptedException {
        return Objects.requireNonNull(finished.poll(2, TimeUnit.MINUTES), "no figures within two minutes");
    }

    @Override
    public void close() {
        gateway.close();
        meter.close();
        watch.close();
        telemetry.close();
    }
}
