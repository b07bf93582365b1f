package dev.ipw.spring;

import dev.ipw.engine.spans.ApplicationSession;
import dev.ipw.telemetry.TelemetrySession;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.model.observation.ModelObservationContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Measure the joules of what Spring AI observes, where {@code ipw.energy.enabled} is true. */
@AutoConfiguration(
        afterName = {"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
                "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
                "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"})
@ConditionalOnClass({ObservationHandler.class, ModelObservationContext.class})
@ConditionalOnProperty(name = "ipw.energy.enabled", havingValue = "true")
@EnableConfigurationProperties(EnergyProperties.class)
public class EnergyAutoConfiguration {
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.ipw.spring");

    /** Create the configuration, for Spring. */
    public EnergyAutoConfiguration() {}

    /**
     * Open this machine's sensors, which takes up to four seconds. Where that fails the application goes on, and a warning is logged.
     *
     * @param properties which collectors
     * @return the session, closed with the application
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public TelemetrySession ipwTelemetrySession(EnergyProperties properties) {
        return ApplicationSession.open(properties.telemetry(), LOGGER);
    }

    /**
     * Handle the observations of Spring AI.
     *
     * @param session   what measures
     * @param listeners take the joules of each span
     * @return the handler
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public EnergyObservationHandler ipwEnergyObservationHandler(TelemetrySession session,
            ObjectProvider<RequestEnergyListener> listeners) {
        return new EnergyObservationHandler(session, new ListenersAtFirstUse(listeners::orderedStream));
    }

    /**
     * Make the registry that Spring AI tells its observations to, where no other library does. It needs no other bean, since what is
     * measured by may need one that is observed.
     *
     * @param handler handles the observations; asked for at the first
     * @return the registry
     */
    @Bean
    @ConditionalOnMissingBean
    public ObservationRegistry ipwObservationRegistry(ObjectProvider<EnergyObservationHandler> handler) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new HandlerAtFirstUse(handler::getObject));
        return registry;
    }

    /**
     * Log each span.
     *
     * @return the listener
     */
    @Bean
    @ConditionalOnProperty(name = "ipw.energy.log", havingValue = "true")
    public RequestEnergyListener ipwEnergyLog() {
        return energy -> LOGGER.info("{}", energy);
    }

    /** The meter of each span's joules, where there is a registry of meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnBean(MeterRegistry.class)
        RequestEnergyListener ipwEnergyMeter(MeterRegistry registry) {
            return energy -> energy.energy().joules()
                    .ifPresent(joules -> DistributionSummary.builder("ipw.request.energy").baseUnit("joules")
                            .description("Joules that one span was charged, those within it included")
                            .tag("span", energy.id()).tag("provenance", energy.energy().provenance().name())
                            .register(registry).record(joules));
        }
    }
}
