package dev.ipw.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import dev.ipw.cli.command.Version;
import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.profile.internal.HostInspection;
import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A description of the machine on which this process runs. */
public final class Machine {
    private Machine() {}

    public static Map<String, String> describe(ClassLoader classLoader) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("ipw", Version.number());
        facts.put("java", Runtime.version() + ", " + System.getProperty("java.vendor"));
        SystemInfo system = HostInspection.describe(TelemetryEnvironment.system());
        facts.put("system", system.operatingSystem() + " " + system.operatingSystemVersion() + ", "
                + System.getProperty("os.arch"));
        facts.put("processor", system.processorBrand().orElse("a processor that does not tell its name") + ", "
                + system.logicalProcessors().orElse(1) + " logical processors");
        facts.put("memory", memory());
        facts.put("native_access", Machine.class.getModule().isNativeAccessEnabled()
                ? "on"
                : "off: collectors that call driver libraries warn or stay off; start with"
                        + " --enable-native-access=ALL-UNNAMED, as the ipw launcher does");
        boolean embedded = Plugins.builder("client", InferenceClientProvider.class).classLoader(classLoader).build()
                .find(ProfileOptions.EMBEDDED).isPresent();
        facts.put("embedded_model", embedded ? "present" : "missing: name a server with --client");
        facts.put("log", LogFile.path().toString());
        return facts;
    }

    private static String memory() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean host) {
            return String.format(Locale.ROOT, "%.1f GiB, of which %.1f GiB free", gibibytes(host.getTotalMemorySize()),
                    gibibytes(host.getFreeMemorySize()));
        }
        return "unknown to this Java runtime";
    }

    private static double gibibytes(long bytes) {
        return bytes / (double) (1L << 30);
    }
}
