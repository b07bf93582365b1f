import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.hardware.apple.PowermetricsProvider;
import dev.ipw.telemetry.hardware.host.CpuEstimateProvider;
import dev.ipw.telemetry.hardware.host.HostProvider;
import dev.ipw.telemetry.hardware.powercap.PowercapProvider;

/** Collectors for the machine they run on: RAPL through powercap, Apple Silicon, processor and memory use, processor time. */
module dev.ipw.telemetry.hardware {
    requires dev.ipw.core;
    requires java.xml;
    requires jdk.management;
    requires static org.jspecify;

    provides TelemetryProvider with CpuEstimateProvider, HostProvider, PowercapProvider, PowermetricsProvider;
}
