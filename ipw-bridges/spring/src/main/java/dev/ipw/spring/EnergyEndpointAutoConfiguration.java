package dev.ipw.spring;

import dev.ipw.telemetry.TelemetrySession;
import org.apiguardian.api.API;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** The configuration that adds {@code /actuator/energy}, if the application has Actuator. */
@API(status = API.Status.EXPERIMENTAL)
@AutoConfiguration(after = EnergyAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnProperty(name = "ipw.energy.enabled", havingValue = "true")
public class EnergyEndpointAutoConfiguration {
    /** Creates the configuration, for Spring. */
    public EnergyEndpointAutoConfiguration() {}

    /**
     * Creates the endpoint.
     *
     * @param session the measuring session
     * @return the endpoint
     */
    @Bean
    @ConditionalOnBean(TelemetrySession.class)
    @ConditionalOnAvailableEndpoint
    public EnergyEndpoint ipwEnergyEndpoint(TelemetrySession session) {
        return new EnergyEndpoint(session);
    }
}
