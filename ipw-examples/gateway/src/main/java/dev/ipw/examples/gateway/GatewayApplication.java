package dev.ipw.examples.gateway;

import dev.ipw.meter.EnergyMeter;
import dev.ipw.telemetry.TelemetrySession;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** A gateway in front of a model server, by the route in {@code application.properties}; it logs each request's joules. */
@SpringBootApplication(proxyBeanMethods = false)
public class GatewayApplication {
    /** Creates the application, for Spring. */
    public GatewayApplication() {}

    /** Starts the gateway. */
    public static void main(String[] arguments) {
        SpringApplication.run(GatewayApplication.class, arguments);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    TelemetrySession telemetry(@Value("${gateway.telemetry}") String collectors) {
        return TelemetrySession.builder().collectors(collectors).open();
    }

    @Bean(destroyMethod = "close")
    EnergyMeter meter(TelemetrySession telemetry) {
        EnergyMeter meter = EnergyMeter.start(telemetry);
        meter.addListener(new JoulesLog());
        return meter;
    }

    @Bean
    MeteringFilter meteringFilter(EnergyMeter meter) {
        return new MeteringFilter(meter);
    }
}
