package dev.ipw.cli.monitor;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The measured and the unmeasured parts of this machine.
 *
 * @param measured  the parts whose joules are measured
 * @param silent    a clause for each sensor that does not measure
 * @param estimated true if the joules are estimated
 */
public record MeasuredMachine(List<String> measured, List<String> silent, boolean estimated) {
    /** Examines a session whose sensors have become ready. */
    public static MeasuredMachine of(TelemetrySession session) {
        List<EnergySeries> headline = session.headlineSeries();
        List<String> measured = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        boolean estimated = false;
        for (EnergySeries series : session.deviceSeries()) {
            boolean isEstimate = series.device().provenance() == Provenance.ESTIMATED;
            boolean isUsable = series.state().isUsable();
            if (isEstimate) {
                estimated |= headline.contains(series);
            } else if (isUsable && headline.contains(series)) {
                measured.add(part(series, session.devices()));
            } else if (!isUsable) {
                silent.add(part(series, session.devices()) + ": " + series.stateReason().orElse("it measures again"));
            }
        }
        session.sensorStatuses().stream().filter(status -> status.state() == SensorState.UNREADABLE)
                .forEach(status -> silent.add(status.name() + ": " + status.detail()));
        return new MeasuredMachine(measured.stream().distinct().toList(), silent.stream().distinct().toList(),
                estimated);
    }

    private static String part(EnergySeries series, List<DeviceInfo> devices) {
        String name = series.device().name();
        Optional<DeviceInfo> info = devices.stream().filter(one -> one.device().equals(name)).findFirst();
        if (series.device().scope() == Scope.GPU) {
            return info.map(gpu -> "GPU" + (gpu.index().isPresent() ? " " + gpu.index().getAsInt() : "") + " "
                    + gpu.name()).orElse(name);
        }
        return switch (series.device().scope()) {
            case PACKAGE -> "the processor (" + name + ")";
            case DRAM -> "the main memory (" + name + ")";
            case PSYS -> "the whole platform (" + name + ")";
            case SOC -> "the system on chip (" + name + ")";
            default -> series.device().scope().label() + " " + name;
        };
    }

    /** Formats the parts for a person. */
    public String text() {
        String first = measured.isEmpty()
                ? "No energy sensor measures here."
                : "This machine measures: " + String.join(", ", measured) + ".";
        String not = silent.isEmpty() ? "" : " Not " + silent.stream().collect(Collectors.joining("; not ")) + ".";
        return first + not + (estimated ? " Joules are estimated from processor time instead." : "");
    }
}
