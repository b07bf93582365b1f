import dev.ipw.importing.RunImporterProvider;
import dev.ipw.importing.RunImporters;
import dev.ipw.plugin.PluginCatalogue;

/** Intelligence Per Watt: runs of other benchmark tools, and logs of other systems. */
module dev.ipw.importing {
    requires transitive dev.ipw.core;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.importing;
    exports dev.ipw.importing.log to dev.ipw.cli;
    exports dev.ipw.importing.spans to dev.ipw.cli;

    uses RunImporterProvider;

    provides PluginCatalogue with RunImporters;
}
