import dev.ipw.importing.AiperfImporterProvider;
import dev.ipw.importing.GuidellmImporterProvider;
import dev.ipw.importing.IpwImporterProvider;
import dev.ipw.importing.LlmeterImporterProvider;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.importing.VllmImporterProvider;

/** Intelligence Per Watt: runs of other benchmark tools, and logs of other systems. */
module dev.ipw.importing {
    requires transitive dev.ipw.core;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.importing;
    exports dev.ipw.importing.log to dev.ipw.cli;
    exports dev.ipw.importing.spans to dev.ipw.cli;

    uses RunImporterProvider;

    provides RunImporterProvider with AiperfImporterProvider, GuidellmImporterProvider, IpwImporterProvider,
            LlmeterImporterProvider, VllmImporterProvider;
}
