/** The joules of every request of a running model server, live. */
module dev.ipw.meter {
    requires com.fasterxml.jackson.databind;
    requires transitive dev.ipw.core;
    requires transitive dev.ipw.energy;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires org.slf4j;
    requires static org.apiguardian.api;
    requires static org.jspecify;

    exports dev.ipw.meter;
    exports dev.ipw.meter.gateway;
    exports dev.ipw.meter.budget;
    exports dev.ipw.meter.metrics;
    exports dev.ipw.meter.log;
}
