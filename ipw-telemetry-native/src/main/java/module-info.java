import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.hardware.amd.AmdProvider;
import dev.ipw.telemetry.hardware.apple.PowermetricsProvider;
import dev.ipw.telemetry.hardware.emi.EmiProvider;
import dev.ipw.telemetry.hardware.host.CpuEstimateProvider;
import dev.ipw.telemetry.hardware.host.HostProvider;
import dev.ipw.telemetry.hardware.hwmon.HwmonProvider;
import dev.ipw.telemetry.hardware.msr.MsrProvider;
import dev.ipw.telemetry.hardware.nvml.NvmlProvider;
import dev.ipw.telemetry.hardware.perf.PerfProvider;
import dev.ipw.telemetry.hardware.powercap.PowercapProvider;
import dev.ipw.telemetry.hardware.process.ProcessProvider;

/**
 * Collectors for the machine they run on: NVIDIA GPUs through NVML, AMD GPUs, Apple Silicon through powermetrics, RAPL
 * through perf events, powercap and Windows' energy meters, power rails of boards, processor and memory use, processor time of processes.
 */
module dev.ipw.telemetry.hardware {
    requires dev.ipw.energy;
    requires java.xml;
    requires jdk.management;
    requires static org.jspecify;

    provides TelemetryProvider
            with AmdProvider, CpuEstimateProvider, EmiProvider, HostProvider, HwmonProvider, MsrProvider, NvmlProvider,
            PerfProvider, PowercapProvider, PowermetricsProvider, ProcessProvider;
}
