package dev.ipw.spring;

import org.apiguardian.api.API;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code ipw.energy.*}.
 *
 * @param enabled   true to measure; nothing is read otherwise
 * @param telemetry the collectors, for example {@code auto,estimate}
 * @param log       true to log each span at the level INFO under {@code dev.ipw.spring}
 */
@API(status = API.Status.EXPERIMENTAL)
@ConfigurationProperties("ipw.energy")
public record EnergyProperties(@DefaultValue("false") boolean enabled, @DefaultValue("auto") String telemetry,
        @DefaultValue("false") boolean log) {}
