package dev.ipw.telemetry.hardware.apple;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.HardwareProvider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The provider of the readings of powermetrics on Apple Silicon: joules of processor, GPU and neural engine, which
 * Apple calls estimates. It needs root; if this process does not have it, {@code sudo} is used, but never with a
 * password prompt. {@code IPW_POWERMETRICS} names another program to run instead.
 */
public final class PowermetricsProvider implements HardwareProvider {
    static final String ID = "powermetrics";
    private static final String NAME = "Apple Silicon energy";
    private static final String OVERRIDE = "IPW_POWERMETRICS";
    private static final String PROGRAM = "/usr/bin/powermetrics";
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration LONGEST_START = Duration.ofSeconds(3);
    private static final Duration LONGEST_END = Duration.ofMillis(200);
    private static final List<String> ARGUMENTS = List.of("-f", "plist", "-i", String.valueOf(INTERVAL.toMillis()),
            "--samplers", "cpu_power,gpu_power,ane_power,thermal");
    private static final String PERMISSION = "run the program with sudo, or let sudo run this one command without a password: "
            + "sudo visudo -f /etc/sudoers.d/powermetrics, and write: <you> ALL=(root) NOPASSWD: " + PROGRAM + " "
            + String.join(" ", ARGUMENTS).replace(",", "\\,");

    private final Duration longestStart;
    private final Duration longestEnd;

    /** Creates the provider, as a service loader does. */
    public PowermetricsProvider() {
        this(LONGEST_START, LONGEST_END);
    }

    /**
     * Creates the provider with other times.
     *
     * @param longestStart the maximum time to wait for the first reading
     * @param longestEnd   the maximum time to wait for the last output of a program that ends, and then for its exit
     *                     code
     */
    PowermetricsProvider(Duration longestStart, Duration longestEnd) {
        this.longestStart = longestStart;
        this.longestEnd = longestEnd;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy of Apple Silicon's processor, GPU and neural engine, as powermetrics estimates it; needs root";
    }

    @Override
    public boolean automatic() {
        return isMac();
    }

    private static boolean isMac() {
        return System.getProperty("os.name", "").startsWith("Mac");
    }

    @Override
    public CollectorFindings find(TelemetryEnvironment environment) {
        String override = environment.variables().get(OVERRIDE);
        if (override == null && !isMac()) {
            return absent("it exists on macOS only, and this is " + System.getProperty("os.name", "another"),
                    "choose another collector");
        }
        List<String> command = new ArrayList<>();
        if (override != null) {
            command.add(override);
        } else {
            command.addAll("root".equals(System.getProperty("user.name")) ? List.of() : List.of("/usr/bin/sudo", "-n"));
            command.add(PROGRAM);
        }
        command.addAll(ARGUMENTS);
        try {
            return started(new PowermetricsProcess(command, longestEnd));
        } catch (IOException cannotRun) {
            return failed("powermetrics cannot be run: " + cannotRun.getMessage(),
                    override == null ? "look for " + PROGRAM : "correct " + OVERRIDE + ", or take it away");
        }
    }

    private CollectorFindings started(PowermetricsProcess process) {
        PowermetricsReading first = process.await(longestStart).orElse(null);
        if (first == null) {
            String ended = process.ended();
            process.close();
            return ended == null
                    ? failed("powermetrics gave no reading within " + longestStart.toSeconds() + " s",
                            "try it by hand: sudo powermetrics " + String.join(" ", ARGUMENTS))
                    : failed(ended, PERMISSION);
        }
        PowermetricsSource source = new PowermetricsSource(process, first, INTERVAL);
        if (first.values().keySet().stream().noneMatch(Field.ENERGIES::contains)) {
            source.close();
            return absent("powermetrics reports no energy on this machine, as on Intel processors",
                    "choose the collector 'estimate' for a rough figure");
        }
        List<SensorStatus> statuses = source.sensors().stream().map(sensor -> SensorStatus.available(ID,
                sensor.source() + " " + sensor.quantity().name().toLowerCase(Locale.ROOT),
                "each " + INTERVAL.toMillis() + " ms; a model of Apple's, not for comparing machines; IOReport, which "
                        + "needs no root, is not read"))
                .toList();
        return new CollectorFindings(statuses, List.of(source));
    }

    private static CollectorFindings absent(String reason, String nextStep) {
        return new CollectorFindings(List.of(SensorStatus.unavailable(ID, NAME, reason, nextStep)), List.of());
    }

    private static CollectorFindings failed(String reason, String nextStep) {
        return new CollectorFindings(List.of(SensorStatus.failed(ID, NAME, reason, nextStep)), List.of());
    }
}
