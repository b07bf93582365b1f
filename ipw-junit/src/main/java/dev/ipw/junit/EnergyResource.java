package dev.ipw.junit;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.engine.profile.HostInspection;
import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Hold what all tests of one launch share: the session, the baselines, the report. Jupiter closes it after the last test. */
@SuppressWarnings("deprecation") // Jupiter before 5.13 closes nothing else.
final class EnergyResource implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(EnergyResource.class);
    private static final String NONE = "none";

    /** Held while something is measured: what runs beside it would be in its joules. */
    private final ReentrantLock measuring = new ReentrantLock();
    private final EnergySettings settings;
    private final BuildReport report;
    private @Nullable TelemetrySession measured;
    private @Nullable TelemetrySession estimated;

    private EnergyResource(EnergySettings settings) {
        this.settings = settings;
        report = new BuildReport(settings.reports());
    }

    static EnergyResource of(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(EnergyResource.class,
                _ -> new EnergyResource(EnergySettings.of(context)), EnergyResource.class);
    }

    EnergySettings settings() {
        return settings;
    }

    BuildReport report() {
        return report;
    }

    /** Return what nobody else may measure without. */
    ReentrantLock measuring() {
        return measuring;
    }

    /** Return the session of all tests, opened now if it is not yet. */
    synchronized TelemetrySession session() {
        TelemetrySession open = measured;
        if (open == null) {
            open = TelemetrySession.builder().collectors(settings.collectors()).open();
            measured = open;
        }
        return open;
    }

    /**
     * Find a session that has joules.
     *
     * @param scopes         of which parts of the machine; none for any
     * @param allowEstimates true if an estimate will do
     */
    synchronized Meter meter(Set<Scope> scopes, boolean allowEstimates) {
        TelemetrySession session = session();
        session.awaitSensors();
        if (has(session, scopes, false)) {
            return Meter.of(session);
        }
        if (!allowEstimates) {
            boolean isEstimated = has(session, scopes, true);
            return Meter.none(isEstimated
                    ? "there is only an estimate; allowEstimates = true takes it"
                    : whyNone(session, scopes));
        }
        TelemetrySession estimate = has(session, scopes, true) ? session : estimate();
        return has(estimate, scopes, true) ? Meter.of(estimate) : Meter.none(whyNone(estimate, scopes));
    }

    /** Return the collectors that give joules, or an estimate if nothing else does. */
    String estimatingCollectors() {
        return settings.collectors().strip().equals(NONE) ? NONE : settings.collectors() + ",estimate";
    }

    private TelemetrySession estimate() {
        TelemetrySession open = estimated;
        if (open == null) {
            open = TelemetrySession.builder().collectors(estimatingCollectors()).open();
            open.awaitSensors();
            estimated = open;
        }
        return open;
    }

    private static boolean has(TelemetrySession session, Set<Scope> scopes, boolean orEstimates) {
        List<MeteredDevice> devices = session.deviceSeries().stream().filter(series -> series.state().isUsable())
                .map(EnergySeries::device)
                .filter(device -> orEstimates || device.provenance() != Provenance.ESTIMATED).toList();
        return scopes.isEmpty()
                ? session.measuresEnergy() || (orEstimates && !devices.isEmpty())
                : scopes.stream().allMatch(scope -> devices.stream().anyMatch(device -> device.scope() == scope));
    }

    private static String whyNone(TelemetrySession session, Set<Scope> scopes) {
        return session.energyUnavailableReason()
                .orElseGet(() -> "what is measured here is " + session.deviceSeries().stream()
                        .map(series -> series.device().scope().label()).distinct().sorted()
                        .collect(Collectors.joining(", "))
                        + ", and the budget asks for "
                        + scopes.stream().map(Scope::label).sorted().collect(Collectors.joining(", ")));
    }

    /** Open the file of this machine's baselines. */
    BaselineFile baselines(TelemetrySession session) {
        return new BaselineFile(settings.baselines(), hardware(session));
    }

    private static String hardware(TelemetrySession session) {
        SystemInfo system = HostInspection.describe(TelemetryEnvironment.system());
        Stream<String> devices = session.devices().stream().map(DeviceInfo::name).distinct().sorted();
        return Stream.concat(
                Stream.of(HostInspection.label(system, List.of()), system.logicalProcessors().orElse(0) + "-threads"),
                devices).map(name -> name.replaceAll("[^A-Za-z0-9.-]+", "_")).collect(Collectors.joining("_"));
    }

    /** Close the sessions and write the report of the build. */
    @Override
    public synchronized void close() {
        Optional.ofNullable(measured).ifPresent(TelemetrySession::close);
        Optional.ofNullable(estimated).ifPresent(TelemetrySession::close);
        report.write();
    }

    /**
     * Name what measures.
     *
     * @param session the session; empty if nothing measures
     * @param whyNone why; empty text if something does
     */
    record Meter(Optional<TelemetrySession> session, String whyNone) {
        static Meter of(TelemetrySession session) {
            return new Meter(Optional.of(session), "");
        }

        static Meter none(String why) {
            return new Meter(Optional.empty(), why);
        }
    }
}
