import dev.ipw.plugin.PluginCatalogue;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.TelemetryProvider;

/** Joules of anything in this process or machine: sensors, sampling, windows, spans, shares, and the SPI of collectors. */
module dev.ipw.energy {
    requires java.management;
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.energy;
    exports dev.ipw.energy.attribution;
    exports dev.ipw.energy.attribution.internal.activity to dev.ipw.analysis, dev.ipw.core, dev.ipw.importing;
    exports dev.ipw.energy.attribution.internal to dev.ipw.cli, dev.ipw.core, dev.ipw.importing;
    exports dev.ipw.energy.internal.curve to dev.ipw.core, dev.ipw.importing;
    exports dev.ipw.energy.internal
            to dev.ipw.cli, dev.ipw.core, dev.ipw.importing, dev.ipw.report, dev.ipw.telemetry.hardware;
    exports dev.ipw.statistics.internal.series to dev.ipw.analysis, dev.ipw.core, dev.ipw.junit;
    exports dev.ipw.telemetry.internal.division to dev.ipw.importing;
    exports dev.ipw.telemetry.internal.host to dev.ipw.core, dev.ipw.junit;
    exports dev.ipw.telemetry.internal.live to dev.ipw.micrometer, dev.ipw.opentelemetry;
    exports dev.ipw.telemetry.internal.stream to dev.ipw.importing, dev.ipw.meter;
    exports dev.ipw.telemetry.internal.spans to dev.ipw.langchain4j, dev.ipw.opentelemetry, dev.ipw.spring;
    exports dev.ipw.error;
    exports dev.ipw.internal.file
            to dev.ipw.agents, dev.ipw.analysis, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.importing,
            dev.ipw.junit, dev.ipw.meter, dev.ipw.parquet, dev.ipw.report;
    exports dev.ipw.internal.io
            to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.importing, dev.ipw.junit,
            dev.ipw.langchain4j, dev.ipw.meter, dev.ipw.opentelemetry, dev.ipw.report;
    exports dev.ipw.internal.names to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.report;
    exports dev.ipw.internal.number
            to dev.ipw.agents, dev.ipw.analysis, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.meter,
            dev.ipw.report;
    exports dev.ipw.internal.secret
            to dev.ipw.agents, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.importing, dev.ipw.junit,
            dev.ipw.parquet;
    exports dev.ipw.internal.thread
            to dev.ipw.analysis, dev.ipw.benchmarks, dev.ipw.cli, dev.ipw.core, dev.ipw.meter;
    exports dev.ipw.plugin;
    exports dev.ipw.statistics;
    exports dev.ipw.telemetry;

    uses PluginCatalogue;
    uses SampleFormat;
    uses TelemetryProvider;
}
