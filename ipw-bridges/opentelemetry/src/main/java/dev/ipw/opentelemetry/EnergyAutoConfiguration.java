package dev.ipw.opentelemetry;

import dev.ipw.hosted.HostedTable;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.ApplicationSession;
import dev.ipw.telemetry.internal.spans.Contained;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.internal.AutoConfigureListener;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The measurement of an application whose OpenTelemetry SDK is configured by properties, enabled by
 * {@code ipw.energy.enabled=true}. The property {@code ipw.energy.telemetry} names the collectors, {@code ipw.energy.spans}
 * names further spans that are measured, and {@code ipw.estimate.hosted} adds estimates of hosted models. For the service loader.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyAutoConfiguration implements AutoConfigurationCustomizerProvider, AutoConfigureListener {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyAutoConfiguration.class);
    private static final String ENABLED = "ipw.energy.enabled";
    private static final String ESTIMATES = "ipw.estimate.hosted";
    private static final String SPANS = "ipw.energy.spans";
    private static final String COLLECTORS = "ipw.energy.telemetry";

    private @Nullable TelemetrySession session;
    private @Nullable EnergyTracing tracing;
    private volatile boolean isBroken;

    /** Creates the configuration, as a service loader does. */
    public EnergyAutoConfiguration() {}

    @Override
    public void customize(AutoConfigurationCustomizer configuration) {
        configuration.addTracerProviderCustomizer(
                ifEnabled((energy, builder) -> builder.addSpanProcessor(energy.processor())));
        configuration.addSamplerCustomizer(ifEnabled(EnergyTracing::sampler));
        configuration.addSpanExporterCustomizer(ifEnabled(EnergyTracing::exporter));
        configuration.addSpanExporterCustomizer(
                (exporter, properties) -> withEstimates(exporter, properties.getString(ESTIMATES, "false")));
    }

    /** Adds estimates: {@code false} for none, {@code true} by the shipped table, or a file with another one. */
    static SpanExporter withEstimates(SpanExporter exporter, String choice) {
        try {
            return switch (choice) {
                case "false" -> exporter;
                case "true" -> HostedEstimates.exporter(exporter, HostedTable.shipped());
                default -> HostedEstimates.exporter(exporter, HostedTable.read(Path.of(choice)));
            };
        } catch (RuntimeException | LinkageError failed) {
            LOGGER.warn("No estimates of hosted models: {}={} needs ipw-core on the class path, and true or a file of"
                    + " docs/hosted.md; the application and its spans go on", ESTIMATES, choice, failed);
            return exporter;
        }
    }

    private <T> BiFunction<T, ConfigProperties, T> ifEnabled(BiFunction<EnergyTracing, T, T> change) {
        return (part, properties) -> {
            try {
                return tracing(properties).map(energy -> change.apply(energy, part)).orElse(part);
            } catch (RuntimeException | LinkageError failed) {
                if (!isBroken) {
                    LOGGER.warn("No joules: energy cannot be measured here; the application and its spans go on",
                            failed);
                }
                isBroken = true;
                return part;
            }
        };
    }

    /** Opens this machine's sensors once, which takes up to four seconds. */
    private synchronized Optional<EnergyTracing> tracing(ConfigProperties properties) {
        if (tracing == null && !isBroken && properties.getBoolean(ENABLED, false)) {
            List<String> collectors = properties.getList(COLLECTORS, List.of("auto"));
            TelemetrySession opened = ApplicationSession.open(String.join(",", collectors), LOGGER);
            session = opened;
            tracing = EnergyTracing.closing(opened, properties.getList(SPANS));
        }
        return Optional.ofNullable(tracing);
    }

    @Override
    public synchronized void afterAutoConfigure(OpenTelemetrySdk openTelemetry) {
        TelemetrySession measuring = session;
        EnergyTracing spans = tracing;
        if (measuring != null && spans != null) {
            Contained.run(LOGGER, () -> {
                EnergyInstruments metrics = EnergyInstruments.register(openTelemetry, measuring);
                spans.beforeShutdown(metrics::finish);
            });
        }
    }
}
