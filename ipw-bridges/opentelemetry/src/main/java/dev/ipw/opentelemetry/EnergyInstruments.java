package dev.ipw.opentelemetry;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.live.LiveDevice;
import dev.ipw.telemetry.internal.live.LiveFigures;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The joules of a session as metrics, by the hardware conventions of OpenTelemetry: {@code hw.energy} and
 * {@code hw.power} of each device, and the shares and token counts of request spans.
 *
 * <pre>{@code
 * EnergyInstruments metrics = EnergyInstruments.register(openTelemetry, telemetry);
 * }</pre>
 *
 * <p>A collection never waits: a separate thread asks the session every five seconds for the figures that take time.
 * A quantity without a sensor has no data point; nor has the power of a lost sensor, whose joules remain constant.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyInstruments implements AutoCloseable {
    private static final String JOULE = "J";
    private static final AttributeKey<String> ID = AttributeKey.stringKey("hw.id");
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("hw.type");
    private static final AttributeKey<String> TOKEN_TYPE = AttributeKey.stringKey("gen_ai.token.type");

    private final TelemetrySession session;
    private final LiveFigures figures;
    private final List<Runnable> instruments;

    private EnergyInstruments(OpenTelemetry openTelemetry, TelemetrySession session, Duration period) {
        this.session = session;
        figures = new LiveFigures(session, period, () -> {});
        figures.start("ipw-opentelemetry-metrics");
        instruments = instruments(openTelemetry.getMeter("dev.ipw"));
    }

    /**
     * Registers the metrics of a session, updated every five seconds.
     *
     * @param openTelemetry the target
     * @param session       the session; the caller owns it and closes it after the metrics
     * @return the metrics, to be closed
     */
    public static EnergyInstruments register(OpenTelemetry openTelemetry, TelemetrySession session) {
        return register(openTelemetry, session, LiveFigures.DEFAULT_PERIOD);
    }

    /**
     * Registers the metrics of a session.
     *
     * @param openTelemetry the target
     * @param session       the session; the caller owns it and closes it after the metrics
     * @param period        the time between updates of the figures that take time
     * @return the metrics, to be closed
     * @throws IllegalArgumentException if the period is not above zero
     */
    public static EnergyInstruments register(OpenTelemetry openTelemetry, TelemetrySession session, Duration period) {
        return new EnergyInstruments(Objects.requireNonNull(openTelemetry, "openTelemetry"),
                Objects.requireNonNull(session, "session"), period);
    }

    private List<Runnable> instruments(Meter meter) {
        return List.of(
                meter.counterBuilder("hw.energy").ofDoubles().setUnit(JOULE)
                        .setDescription("Energy that the device used")
                        .buildWithCallback(measurement -> figures.devices()
                                .forEach(device -> measurement.record(device.joules(), attributes(device))))::close,
                meter.gaugeBuilder("hw.power").setUnit("W").setDescription("Mean power of the device lately")
                        .buildWithCallback(measurement -> figures.devices()
                                .forEach(device -> known(measurement, device.watts(), attributes(device))))::close,
                meter.counterBuilder("ipw.requests.energy").ofDoubles().setUnit(JOULE)
                        .setDescription("Energy that all request spans were charged").buildWithCallback(measurement -> {
                            if (!figures.devices().isEmpty() && !Double.isNaN(figures.requestJoules())) {
                                measurement.record(figures.requestJoules());
                            }
                        })::close,
                meter.counterBuilder("ipw.requests.tokens").setUnit("{token}")
                        .setDescription("Tokens that request spans told").buildWithCallback(measurement -> {
                            tokens(measurement, "input", session.requestInputTokens());
                            tokens(measurement, "output", session.requestOutputTokens());
                        })::close,
                meter.gaugeBuilder("ipw.joules.per.output.token").setUnit("J/{token}")
                        .setDescription("Energy of all request spans over their output tokens")
                        .buildWithCallback(
                                measurement -> known(measurement, figures.joulesPerOutputToken(),
                                        Attributes.empty()))::close);
    }

    private static void known(ObservableDoubleMeasurement measurement, double value, Attributes attributes) {
        if (!Double.isNaN(value)) {
            measurement.record(value, attributes);
        }
    }

    private static Attributes attributes(LiveDevice device) {
        return Attributes.of(ID, device.name(), TYPE, device.type(), EnergyAttributes.PROVENANCE,
                device.provenance().name());
    }

    private static void tokens(ObservableLongMeasurement measurement, String type, OptionalLong tokens) {
        tokens.ifPresent(sum -> measurement.record(sum, Attributes.of(TOKEN_TYPE, type)));
    }

    /**
     * Updates the figures that take time, for example before the last collection of a program that ends. Waits until
     * the counters include all energy up to now, at most one second.
     */
    public void refresh() {
        figures.refresh();
    }

    /** Updates all figures a last time; later collections show them. */
    void finish() {
        figures.refresh();
        figures.close();
    }

    /** Removes the metrics. The session remains open. */
    @Override
    public void close() {
        figures.close();
        instruments.forEach(Runnable::run);
    }
}
