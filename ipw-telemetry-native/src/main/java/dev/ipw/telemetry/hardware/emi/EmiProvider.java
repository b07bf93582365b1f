package dev.ipw.telemetry.hardware.emi;

import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.hardware.HardwareProvider;
import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import dev.ipw.telemetry.hardware.processor.PackageDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The provider of the energy counters of processors that Windows offers through its Energy Meter Interface: Intel's and
 * AMD's RAPL, without an additional driver. Untried on hardware.
 */
public final class EmiProvider implements HardwareProvider {
    static final String ID = "emi";
    private static final String NAME = "CPU energy (Windows)";
    private static final String OTHERS = "choose another collector";
    private static final int ACCESS_DENIED = 5;
    private static final int SHARING_VIOLATION = 32;
    private static final int MAX_NAMES = 4;

    private final boolean isWindows;
    private final Supplier<WindowsMeters.Bound> meters;

    /** Creates the provider, as a service loader does. */
    public EmiProvider() {
        this(System.getProperty("os.name", "").startsWith("Windows"), WindowsMeters::bind);
    }

    EmiProvider(boolean isWindows, Supplier<WindowsMeters.Bound> meters) {
        this.isWindows = isWindows;
        this.meters = meters;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy of processor packages, memory and cores on Windows, through its Energy Meter Interface; untried on"
                + " hardware";
    }

    @Override
    public boolean automatic() {
        return isWindows;
    }

    @Override
    public CollectorFindings find(TelemetryEnvironment environment) {
        if (!isWindows) {
            return absent("it exists on Windows only, and this is " + System.getProperty("os.name", "another"), OTHERS);
        }
        Optional<String> obstacle = NativeLibrary.obstacle();
        if (obstacle.isPresent()) {
            return failed(obstacle.get(), NativeLibrary.NEWER_JAVA);
        }
        WindowsMeters.Bound bound = meters.get();
        if (bound.devices().isEmpty()) {
            return failed("Windows' functions cannot be called: " + bound.reason(), "update Windows to 10 or newer");
        }
        MeterDevices.Listing listing = bound.devices().get().list();
        if (!listing.failure().isEmpty()) {
            return failed("energy meters cannot be listed: " + listing.failure(), "restart Windows");
        }
        if (listing.paths().isEmpty()) {
            return absent(
                    "Windows offers no energy meter; a virtual machine has none, and Windows 10 needs a driver of the"
                            + " board's maker",
                    "run on the host itself, with Windows 11");
        }
        return found(bound.devices().get(), listing.paths());
    }

    private static CollectorFindings found(MeterDevices devices, List<String> paths) {
        List<SensorStatus> statuses = new ArrayList<>();
        List<EnergyMeter> read = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        for (String path : paths) {
            String name = "emi " + (statuses.size() + 1);
            MeterDevices.Opening opening = devices.open(path);
            if (opening.device().isEmpty()) {
                statuses.add(unopened(name, opening.error()));
                continue;
            }
            meter(name, opening.device().get(), statuses).map(meter -> meter.without(List.copyOf(taken)))
                    .ifPresent(meter -> {
                        meter.counters().forEach(counter -> taken.add(counter.sensor().device()));
                        statuses.addAll(statuses(name, meter));
                        if (meter.counters().isEmpty()) {
                            meter.device().close();
                        } else {
                            read.add(meter);
                        }
                    });
        }
        return new CollectorFindings(statuses, read.isEmpty() ? List.of() : List.of(new EmiSource(read)));
    }

    private static Optional<EnergyMeter> meter(String name, MeterDevice device, List<SensorStatus> statuses) {
        try {
            return Optional.of(EnergyMeter.of(device));
        } catch (EnergyMeter.UnreadableMeter unreadable) {
            device.close();
            statuses.add(SensorStatus.failed(ID, name, "the energy meter cannot be read: " + unreadable.getMessage(),
                    "update Windows and the driver of the energy meter"));
            return Optional.empty();
        }
    }

    private static SensorStatus unopened(String name, int error) {
        if (error == ACCESS_DENIED) {
            return SensorStatus.failed(ID, name, "Windows denies access to the energy meter (error 5)",
                    "run the program from a command prompt that was started as administrator");
        }
        return SensorStatus.failed(ID, name, "the energy meter cannot be opened (Windows error " + error + ")",
                error == SHARING_VIOLATION
                        ? "close the program that uses it alone"
                        : "check it in the device manager, and start again");
    }

    private static List<SensorStatus> statuses(String name, EnergyMeter meter) {
        List<SensorStatus> statuses = new ArrayList<>();
        for (EnergyMeter.Counter counter : meter.counters()) {
            statuses.add(SensorStatus.available(ID, counter.sensor().source(),
                    "energy counter, read each 20 ms; untried on hardware"
                            + PackageDevices.remark(counter.sensor().scope())));
        }
        if (statuses.isEmpty()) {
            statuses.add(SensorStatus.unavailable(ID, name,
                    "the energy meter counts no known part of a processor beyond those already counted"
                            + unread(meter.unread()),
                    OTHERS));
        }
        return statuses;
    }

    private static String unread(List<String> names) {
        return names.isEmpty()
                ? ""
                : ": " + String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                        + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "");
    }

    private static CollectorFindings absent(String reason, String nextStep) {
        return new CollectorFindings(List.of(SensorStatus.unavailable(ID, NAME, reason, nextStep)), List.of());
    }

    private static CollectorFindings failed(String reason, String nextStep) {
        return new CollectorFindings(List.of(SensorStatus.failed(ID, NAME, reason, nextStep)), List.of());
    }
}
