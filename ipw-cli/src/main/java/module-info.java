/** Intelligence Per Watt: the {@code ipw} command. */
module dev.ipw.cli {
    requires com.fasterxml.jackson.databind;
    requires dev.ipw.agents;
    requires dev.ipw.benchmarks;
    requires dev.ipw.analysis;
    requires dev.ipw.core;
    requires dev.ipw.importing;
    requires dev.ipw.meter;
    requires dev.ipw.parquet;
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
    opens dev.ipw.cli.analyze to info.picocli;
    opens dev.ipw.cli.bench to info.picocli;
    opens dev.ipw.cli.command to info.picocli;
    opens dev.ipw.cli.compare to info.picocli;
    opens dev.ipw.cli.datasets to info.picocli;
    opens dev.ipw.cli.doctor to info.picocli;
    opens dev.ipw.cli.exchange to info.picocli;
    opens dev.ipw.cli.mcp to info.picocli;
    opens dev.ipw.cli.meter to info.picocli;
    opens dev.ipw.cli.monitor to info.picocli;
    opens dev.ipw.cli.options to info.picocli;
    opens dev.ipw.cli.profile to info.picocli;
    opens dev.ipw.cli.score to info.picocli;
    opens dev.ipw.cli.serve to info.picocli;
    opens dev.ipw.cli.servers to info.picocli;
    opens dev.ipw.cli.show to info.picocli;
    opens dev.ipw.cli.watch to info.picocli;
}
