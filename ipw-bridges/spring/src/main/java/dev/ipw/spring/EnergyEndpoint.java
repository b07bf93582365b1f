package dev.ipw.spring;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.TelemetrySession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The endpoint with the devices' energy since the application started, and the calls to which it was charged. */
@API(status = API.Status.EXPERIMENTAL)
@Endpoint(id = "energy")
public final class EnergyEndpoint {
    private static final int MAX_RECENT = 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TelemetrySession session;

    EnergyEndpoint(TelemetrySession session) {
        this.session = session;
    }

    /**
     * Returns the sums and the last calls. Waits until the counters include all energy up to now, at most a second.
     *
     * @return joules with bounds, source and provenance: {@code requests + idle + other = device}
     */
    @ReadOperation
    public Map<String, Object> energy() {
        RequestReport report = session.requests();
        Map<String, Object> shown = new LinkedHashMap<>();
        session.energyUnavailableReason().ifPresent(reason -> shown.put("unavailable", reason));
        shown.put("seconds", report.time().nanos() / NANOS_PER_SECOND);
        shown.put("device", shown(report.device()));
        shown.put("requests", shown(report.requests()));
        shown.put("idle", shown(report.idle()));
        shown.put("other", shown(report.other()));
        shown.put("finished", report.finished());
        shown.put("open", report.open());
        List<RequestEnergy> recent = report.recent();
        shown.put("recent", recent.subList(Math.max(0, recent.size() - MAX_RECENT), recent.size()).stream()
                .map(EnergyEndpoint::shown).toList());
        List<String> problems = session.problems();
        if (!problems.isEmpty()) {
            shown.put("problems", problems);
        }
        return shown;
    }

    private static Map<String, Object> shown(RequestEnergy span) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("span", span.id());
        shown.put("seconds", span.time().nanos() / NANOS_PER_SECOND);
        shown.putAll(shown(span.energy()));
        span.netEnergy().joules().ifPresent(joules -> shown.put("netJoules", joules));
        return shown;
    }

    private static Map<String, Object> shown(EnergyReading reading) {
        Map<String, Object> shown = new LinkedHashMap<>();
        reading.joules().ifPresent(joules -> shown.put("joules", joules));
        reading.lower().ifPresent(joules -> shown.put("lower", joules));
        reading.upperBound().ifPresent(joules -> shown.put("upper", joules));
        shown.put("provenance", reading.provenance().name());
        shown.put("source", reading.source());
        reading.reason().ifPresent(reason -> shown.put("reason", reason));
        if (!reading.flags().isEmpty()) {
            shown.put("flags", reading.flags().stream().map(EnergyFlag::name).sorted().toList());
        }
        return shown;
    }
}
