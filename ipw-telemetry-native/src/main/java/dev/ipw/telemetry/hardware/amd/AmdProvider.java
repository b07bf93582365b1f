package dev.ipw.telemetry.hardware.amd;

import dev.ipw.error.Setting;
import dev.ipw.telemetry.CollectorFindings;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.hardware.HardwareProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The provider of energy, power, temperature, load, clock and memory of AMD GPUs on Linux. {@code amd} uses the files
 * of the driver amdgpu if they give power, else ROCm SMI, and ROCm SMI first if {@code IPW_ROCM_SMI_LIBRARY} names it;
 * {@code amd:sysfs} and {@code amd:rocm-smi} force one of them. AMD SMI is not used: its structures change from one
 * release to the next.
 */
public final class AmdProvider implements HardwareProvider {
    static final String ID = "amd";
    private static final String NAME = "AMD GPU";
    private static final String SYSFS_HOW = "; read each 20 ms from the files of amdgpu, as no native code can then end this "
            + "process (amd:rocm-smi forces ROCm SMI; AMD SMI changes its structures too often)";
    private static final String ROCM_SMI_HOW = "; read each 20 ms through ROCm SMI, which may print on its own account "
            + "(amd:sysfs reads the driver's files; AMD SMI changes its structures too often)";

    private final LongSupplier nanoClock;

    /** Creates the provider, as a service loader does. */
    public AmdProvider() {
        this(System::nanoTime);
    }

    AmdProvider(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "energy, power and load of AMD GPUs, from the driver amdgpu or ROCm SMI";
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public CollectorFindings find(TelemetryEnvironment environment) {
        return take(environment).forSession();
    }

    @Override
    public SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(ID, NAME, "a call into librocm_smi64, or a file of the driver amdgpu in "
                + environment.sysfs().resolve("class/drm") + ", does not return",
                "see whether rocm-smi hangs too; then look into dmesg for amdgpu, and reset the card or restart the machine");
    }

    /** Uses the first way that gives power, and reports why those before it do not. */
    private AmdFindings take(TelemetryEnvironment environment) {
        List<AmdBackend> ways = AmdBackend.of(environment);
        List<AmdgpuCard> cards = AmdgpuTree.cards(environment.sysfs());
        if (cards.isEmpty()) {
            return AmdFindings.none(noCard(environment.sysfs()));
        }
        List<SensorStatus> statuses = new ArrayList<>();
        for (AmdBackend way : ways) {
            AmdFindings found = switch (way) {
                case SYSFS -> throughFiles(cards);
                case ROCM_SMI -> throughLibrary(environment, cards);
            };
            statuses.addAll(found.statuses());
            if (found.source().isPresent()) {
                return new AmdFindings(found.source(), statuses);
            }
        }
        AmdBackend.replacedRoot(environment).filter(root -> !ways.contains(AmdBackend.ROCM_SMI))
                .ifPresent(root -> statuses.add(SensorStatus.unavailable(ID, "ROCm SMI",
                        "it is not tried, as it " + ignores(root),
                        "take IPW_SYSFS_ROOT away, or ask for it by " + Setting.MORE_COLLECTORS + "amd:rocm-smi")));
        return new AmdFindings(Optional.empty(), statuses);
    }

    private static String ignores(Path root) {
        return "reads this machine's own /sys, whatever IPW_SYSFS_ROOT says, which is " + root;
    }

    private static SensorStatus noCard(Path sysfs) {
        List<String> undriven = AmdgpuTree.undriven(sysfs);
        if (!undriven.isEmpty()) {
            return SensorStatus.unavailable(ID, NAME, "the driver amdgpu does not run the card at "
                    + String.join(", ", undriven),
                    "load it with modprobe amdgpu, as root; a card that is handed to a virtual "
                            + "machine is measured on that machine's host only");
        }
        String system = System.getProperty("os.name", "");
        if (!system.startsWith("Linux") && !Files.isDirectory(sysfs)) {
            return SensorStatus.unavailable(ID, NAME, "AMD GPUs are read on Linux only, and this is " + system,
                    "nothing to do");
        }
        String reason = sysfs.resolve("class/drm") + " shows no card of AMD";
        return AmdgpuTree.hasComputeDriver(sysfs)
                ? SensorStatus.unavailable(ID, NAME, reason + ", though " + sysfs.resolve("class/kfd") + " is there",
                        "mount the host's /sys into the container and set IPW_SYSFS_ROOT to it")
                : SensorStatus.unavailable(ID, NAME, reason,
                        "nothing to do if this machine has none; in a container, mount the host's /sys and set "
                                + "IPW_SYSFS_ROOT to it");
    }

    private AmdFindings throughFiles(List<AmdgpuCard> cards) {
        List<SysfsCard> opened = cards.stream().map(SysfsCard::new).toList();
        List<SensorStatus> statuses = new ArrayList<>();
        for (SysfsCard one : opened) {
            statuses.add(one.isForbidden()
                    ? SensorStatus.failed(ID, name(one.card(), "amdgpu"), one.story(), one.nextStep())
                    : status(one.card(), "amdgpu", one.readsPower(), one.story(), SYSFS_HOW, one.nextStep()));
            one.forbiddenCounter().ifPresent(file -> statuses.add(SensorStatus.failed(ID,
                    name(one.card(), "amdgpu") + ": energy counter",
                    file + " cannot be read by this user, or the card sleeps",
                    "sudo chmod a+r " + file
                            + ", which lasts until the next start; a card that sleeps is read once something"
                            + " uses it")));
        }
        if (opened.stream().noneMatch(SysfsCard::readsPower)) {
            opened.forEach(SysfsCard::close);
            return new AmdFindings(Optional.empty(), statuses);
        }
        AmdSource source = new AmdSource(opened.stream().flatMap(one -> one.sensors().stream()).toList(),
                opened.stream().map(SysfsCard::info).toList(), new SysfsAccess(opened), nanoClock);
        return new AmdFindings(Optional.of(source), statuses);
    }

    private AmdFindings throughLibrary(TelemetryEnvironment environment, List<AmdgpuCard> cards) {
        String root = AmdBackend.replacedRoot(environment).map(one -> "; it " + ignores(one)).orElse("");
        RocmSmi.Loaded library = RocmSmi.load(environment);
        if (library.library().isEmpty()) {
            return AmdFindings.none(SensorStatus.unavailable(ID, "ROCm SMI", library.reason(),
                    library.remedy()
                            .orElse("install it (package rocm-smi-lib of ROCm, or librocm-smi64-1), or name its "
                                    + "file in " + RocmSmi.LIBRARY_VARIABLE)));
        }
        RocmSmiSession.Opened opened = RocmSmiSession.open(library.library().get(), cards);
        if (opened.session().isEmpty()) {
            return AmdFindings.none(SensorStatus.failed(ID, "ROCm SMI", opened.reason() + root,
                    "check that rocm-smi runs; amd:sysfs works without it"));
        }
        RocmSmiSession session = opened.session().get();
        List<RocmSmiDevice> devices = session.devices();
        List<SensorStatus> statuses = new ArrayList<>(devices.stream()
                .map(one -> status(one.card(), "ROCm SMI", one.readsPower(), one.story() + root, ROCM_SMI_HOW,
                        SysfsCard.SILENT_STEP))
                .toList());
        cards.stream().filter(card -> devices.stream().noneMatch(one -> one.card().equals(card)))
                .forEach(card -> statuses.add(status(card, "ROCm SMI", false, "the library does not list it" + root, "",
                        "amd:sysfs reads it if the driver shows its power")));
        if (devices.stream().noneMatch(RocmSmiDevice::readsPower)) {
            session.close();
            return new AmdFindings(Optional.empty(), statuses);
        }
        AmdSource source = new AmdSource(devices.stream().flatMap(one -> one.sensors().stream()).toList(),
                devices.stream().map(RocmSmiDevice::info).toList(), session, nanoClock);
        return new AmdFindings(Optional.of(source), statuses);
    }

    private static SensorStatus status(AmdgpuCard card, String way, boolean available, String story, String how,
            String nextStep) {
        return available
                ? SensorStatus.available(ID, name(card, way), story + how)
                : SensorStatus.unavailable(ID, name(card, way), story, nextStep);
    }

    private static String name(AmdgpuCard card, String way) {
        return way + " " + card.device() + " (" + card.name() + ")";
    }

    /** The access to the driver's files, which any number of sessions may read at once. */
    private record SysfsAccess(List<SysfsCard> cards) implements Access {
        @Override
        public boolean enter() {
            return true;
        }

        @Override
        public void leave() {
            // Nothing is held.
        }

        @Override
        public void close() {
            cards.forEach(SysfsCard::close);
        }
    }

    /**
     * The findings of one way on this machine.
     *
     * @param source   the open source; empty if the way gives neither power nor energy
     * @param statuses the statuses, one for each card or for the whole way; never empty
     */
    private record AmdFindings(Optional<TelemetrySource> source, List<SensorStatus> statuses) {
        static AmdFindings none(SensorStatus why) {
            return new AmdFindings(Optional.empty(), List.of(why));
        }

        CollectorFindings forSession() {
            return new CollectorFindings(statuses, source.stream().toList());
        }
    }
}
