package dev.ipw.junit;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.host.HardwareName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The state that all tests of one launch share: the session, the baselines, the report. Jupiter closes it after the
 * last test.
 */
@SuppressWarnings("deprecation") // Jupiter before 5.13 closes nothing else.
final class EnergyResource implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(EnergyResource.class);
    private static final String NONE = "none";
    private static final String TAKE_ESTIMATE = "accept an estimate from processor time with allowEstimates = true";
    private static final int MAX_REASON_CHARACTERS = 200;

    /** The lock that is held during a measurement: a test that ran in parallel would add its joules. */
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
                type -> new EnergyResource(EnergySettings.of(context)), EnergyResource.class);
    }

    EnergySettings settings() {
        return settings;
    }

    BuildReport report() {
        return report;
    }

    /** Returns the lock that every measurement needs. */
    ReentrantLock measuring() {
        return measuring;
    }

    /** Returns the session of all tests; opens it at the first call. */
    synchronized TelemetrySession session() {
        TelemetrySession open = measured;
        if (open == null) {
            open = TelemetrySession.builder().collectors(settings.collectors()).open();
            measured = open;
        }
        return open;
    }

    /**
     * Finds a session that has joules.
     *
     * @param scopes         the required parts of the machine; empty for any
     * @param allowEstimates true if an estimate suffices
     */
    synchronized Meter meter(Set<Scope> scopes, boolean allowEstimates) {
        TelemetrySession session = session();
        session.awaitSensors();
        if (has(session, scopes, false)) {
            return Meter.of(session);
        }
        if (!allowEstimates) {
            boolean isEstimated = has(session, scopes, true);
            return isEstimated
                    ? Meter.none("there is only an estimate", "there is only an estimate", TAKE_ESTIMATE)
                    : none(session, scopes, TAKE_ESTIMATE + ", or run it where a sensor can be read");
        }
        TelemetrySession estimate = has(session, scopes, true) ? session : estimate();
        return has(estimate, scopes, true)
                ? Meter.of(estimate)
                : none(estimate, scopes, "run it where a sensor can be read");
    }

    /** Returns the collectors that give joules, or an estimate if nothing else does. */
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

    private Meter none(TelemetrySession session, Set<Scope> scopes, String nextStep) {
        String reason = whyNone(session, scopes);
        String sensors = session.sensorStatuses().stream().filter(status -> !status.available())
                .map(SensorStatus::name).distinct().collect(Collectors.joining(", "));
        return Meter.none(reason, reason.length() <= MAX_REASON_CHARACTERS || sensors.isEmpty()
                ? reason
                : "none of these can be read: " + sensors + " (each cause: ipw.reason in the test's report)",
                settings.collectors().strip().equals(NONE) ? "set ipw.collectors to auto" : nextStep);
    }

    private static String whyNone(TelemetrySession session, Set<Scope> scopes) {
        return session.energyUnavailableReason()
                .orElseGet(() -> "what is measured here is " + session.deviceSeries().stream()
                        .map(series -> series.device().scope().label()).distinct().sorted()
                        .collect(Collectors.joining(", "))
                        + ", and the budget asks for "
                        + scopes.stream().map(Scope::label).sorted().collect(Collectors.joining(", ")));
    }

    /** Opens the file of this machine's baselines. */
    BaselineFile baselines(TelemetrySession session) {
        return new BaselineFile(settings.baselines(), hardware(session));
    }

    private static String hardware(TelemetrySession session) {
        Stream<String> devices = session.devices().stream().map(DeviceInfo::name).distinct().sorted();
        return Stream.concat(
                Stream.of(HardwareName.label(HardwareName.ofProcessor(TelemetryEnvironment.system())),
                        Runtime.getRuntime().availableProcessors() + "-threads"),
                devices).map(name -> name.replaceAll("[^A-Za-z0-9.-]+", "_")).collect(Collectors.joining("_"));
    }

    /** Closes the sessions and writes the report of the build. */
    @Override
    public synchronized void close() {
        Optional.ofNullable(measured).ifPresent(TelemetrySession::close);
        Optional.ofNullable(estimated).ifPresent(TelemetrySession::close);
        report.write();
    }

    /**
     * The measuring session.
     *
     * @param session the session; empty if nothing measures
     * @param whyNone the whole reason, for the report; empty text if something measures
     * @param message the reason and what to do, for a person; empty text if something measures
     */
    record Meter(Optional<TelemetrySession> session, String whyNone, String message) {
        static Meter of(TelemetrySession session) {
            return new Meter(Optional.of(session), "", "");
        }

        static Meter none(String reason, String brief, String nextStep) {
            String what = "nothing measures energy here";
            return new Meter(Optional.empty(), what + ": " + reason,
                    what + "\nWhy: " + brief + "\nWhat to do: " + nextStep);
        }
    }
}
