/** Intelligence Per Watt: the {@code ipw} command. */
module dev.ipw.cli {
    requires com.fasterxml.jackson.databind;
    requires dev.ipw.agents;
    requires dev.ipw.benchmarks;
    requires dev.ipw.analysis;
    requires dev.ipw.core;
    requires dev.ipw.importing;
    requires dev.ipw.report;
    requires info.picocli;
    requires io.prometheus.metrics.model;
    requires io.prometheus.writer.text;
    requires java.logging;
    requires jdk.httpserver;
    requires jdk.management;
    requires jdk.unsupported;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires static org.jspecify;

    opens dev.ipw.cli to info.picocli;
}
