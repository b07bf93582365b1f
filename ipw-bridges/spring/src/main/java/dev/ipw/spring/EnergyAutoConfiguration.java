package dev.ipw.spring;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.ApplicationSession;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The measurement of the joules of measured methods and of Spring AI's observations, enabled by {@code ipw.energy.enabled=true}. */
@API(status = API.Status.EXPERIMENTAL)
@AutoConfiguration(
        afterName = {"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
                "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
                "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"})
@ConditionalOnClass(ObservationHandler.class)
@ConditionalOnProperty(name = "ipw.energy.enabled", havingValue = "true")
@EnableConfigurationProperties(EnergyProperties.class)
public class EnergyAutoConfiguration {
    private static final Logger LOGGER = LoggerFactory.getLogger("dev.ipw.spring");

    /** Creates the configuration, for Spring. */
    public EnergyAutoConfiguration() {}

    /**
     * Opens this machine's sensors, which takes up to four seconds. If that fails the application continues, and a
     * warning is logged.
     *
     * @param properties the choice of collectors
     * @return the session, closed with the application
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public TelemetrySession ipwTelemetrySession(EnergyProperties properties) {
        return ApplicationSession.open(properties.telemetry(), LOGGER);
    }

    /**
     * Creates the handler of the observations of measured methods and of Spring AI.
     *
     * @param session   the measuring session
     * @param listeners receive the joules of each span
     * @return the handler
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    public EnergyObservationHandler ipwEnergyObservationHandler(TelemetrySession session,
            ObjectProvider<RequestEnergyListener> listeners) {
        return new EnergyObservationHandler(session, new ListenersAtFirstUse(listeners::orderedStream));
    }

    /**
     * Creates the registry for these observations, if no other library does. It depends on no other bean,
     * because the measurement may need a bean that is observed.
     *
     * @param handler handles the observations; looked up at the first one
     * @return the registry
     */
    @Bean
    @ConditionalOnMissingBean
    public ObservationRegistry ipwObservationRegistry(ObjectProvider<EnergyObservationHandler> handler) {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new HandlerAtFirstUse(handler::getObject));
        return registry;
    }

    /** Measures the calls of methods with {@link MeasureEnergy}; the registry is looked up at the calls. */
    @Bean
    static BeanPostProcessor ipwMeasuredMethods(ObjectProvider<ObservationRegistry> registry) {
        return new MeasuredMethodsPostProcessor(
                new MeasuredMethods(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP)));
    }

    /**
     * Creates the listener that logs each span.
     *
     * @return the listener
     */
    @Bean
    @ConditionalOnProperty(name = "ipw.energy.log", havingValue = "true")
    public RequestEnergyListener ipwEnergyLog() {
        return energy -> LOGGER.info("{}", energy);
    }

    /** The meter of each span's joules, if there is a registry of meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnBean(MeterRegistry.class)
        RequestEnergyListener ipwEnergyMeter(MeterRegistry registry) {
            return energy -> energy.joules()
                    .ifPresent(joules -> DistributionSummary.builder("ipw.request.energy").baseUnit("joules")
                            .description("Joules that one span was charged, those within it included")
                            .tag("span", energy.id()).tag("provenance", energy.provenance().name())
                            .register(registry).record(joules));
        }
    }
}
