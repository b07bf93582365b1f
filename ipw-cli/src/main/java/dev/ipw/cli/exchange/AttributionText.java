package dev.ipw.cli.exchange;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FlagWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.importing.log.AttributionScore;
import dev.ipw.results.internal.finishing.AttributionResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of an attribution for a person. */
final class AttributionText {
    private static final int MAX_REQUESTS = 40;
    private static final String NONE = "-";

    private AttributionText() {}

    static String of(AttributionResult attribution, int columns) {
        StringBuilder text = new StringBuilder();
        TextTable table = new TextTable(1, 2, 3, 4, 5, 6).headed();
        table.row("request", "joules", "least", "most", "prefill", "decode", "net", "what to know");
        List<EnergyReading> readings = attribution.requests().stream().limit(MAX_REQUESTS).map(RequestEnergy::reading)
                .toList();
        Set<EnergyFlag> common = common(readings);
        attribution.requests().stream().limit(MAX_REQUESTS).forEach(request -> table.row(request.id(),
                Figures.of(request.joules()), Figures.of(request.reading().lower()),
                Figures.of(request.reading().upperBound()), Figures.of(request.prefillJoules()),
                Figures.of(request.decodeJoules()), Figures.of(request.breakdown().netJoules()),
                note(request.reading(), common)));
        text.append(table.format("", columns));
        int more = attribution.requests().size() - MAX_REQUESTS;
        if (more > 0) {
            text.append("... and ").append(more).append(" more; --json lists all\n");
        }
        text.append(legend(readings.stream(), columns));
        attribution.devices().forEach(device -> text.append('\n').append(of(device,
                attribution.summed().contains(device), "requests", columns)));
        text.append(sensorNote(attribution.devices()));
        return text.toString();
    }

    /** Returns the flags that all readings share; they appear only below the table. */
    private static Set<EnergyFlag> common(List<EnergyReading> readings) {
        Set<EnergyFlag> common = EnumSet.allOf(EnergyFlag.class);
        readings.stream().filter(EnergyReading::isAvailable).forEach(reading -> common.retainAll(reading.flags()));
        return common;
    }

    private static String note(EnergyReading reading, Set<EnergyFlag> common) {
        return reading.reason().orElseGet(() -> reading.provenance() + reading.flags().stream().sorted()
                .filter(flag -> !common.contains(flag)).map(flag -> " " + flag).collect(Collectors.joining()));
    }

    /** Explains the flags of a table. */
    static String legend(Stream<EnergyReading> readings, int columns) {
        return FlagWords.legend(readings.flatMap(reading -> reading.flags().stream()).collect(Collectors.toSet()), "",
                columns);
    }

    static String sensorNote(List<DeviceAttribution> devices) {
        return devices.stream().flatMap(device -> device.total().provenance().sensorError().stream()).findFirst()
                .map(text -> "\nOf all joules, " + text + "\n").orElse("");
    }

    static String of(DeviceAttribution device, boolean summed, String what, int columns) {
        TextTable table = new TextTable();
        table.row("device",
                device.device() + (summed
                        ? ""
                        : ", not in the requests' joules: it holds others, or is part "
                                + "of them"));
        String limits = FlagWords.of(device.total().flags());
        table.row("joules", device.total().reason().orElseGet(() -> Figures.of(device.total().joules()) + " "
                + device.total().provenance() + ", least " + Figures.of(device.total().lower()) + ", most "
                + Figures.of(device.total().upperBound()) + (limits.isEmpty() ? "" : "; " + limits)));
        table.row(what, Figures.of(device.requestsJoules()));
        table.row("idle", Figures.of(device.idleJoules()));
        table.row("other", Figures.of(device.otherJoules()));
        table.row("rule", device.sharing().rule().label());
        table.row("shares", trust(device.sharing()));
        return table.format("", columns);
    }

    /** Describes how reliable the shares are. */
    private static String trust(DeviceSharing sharing) {
        String unexplained = sharing.quality().isPresent()
                ? "; the work done leaves " + Figures.percent(sharing.quality().getAsDouble())
                        + " of the joules unexplained"
                : "";
        String wide = sharing.width()
                .map(reason -> "; ranges are wide because " + reason.words() + ": " + reason.advice()).orElse("");
        return switch (sharing.trust()) {
            case MEASURED -> "measured: no requests overlapped";
            case TRUSTED -> "trusted" + unexplained;
            case FLAGGED -> "flagged, may be wrong by a quarter" + unexplained + wide;
            case UNTRUSTED -> "untrusted, only the bounds are usable" + unexplained + wide;
            case UNCHECKED -> "unchecked: a plain rule was asked for" + unexplained;
        };
    }

    static String of(AttributionScore score, int columns) {
        TextTable table = new TextTable();
        table.row("requests",
                score.requests() + (score.missing() > 0 ? ", and " + score.missing() + " without figure" : ""));
        table.row("error", percent(score.medianError()) + " median, " + percent(score.error95()) + " at 95 %");
        table.row("bias of the sum", percent(score.bias()));
        table.row("prefill error", percent(score.medianPrefillError()) + " median, " + percent(score.prefillError95())
                + " at 95 %, bias " + percent(score.prefillBias()));
        table.row("within bounds", percent(score.coverage()));
        table.row("width of bounds", Figures.of(score.medianWidthJoules()) + " J median, "
                + percent(score.medianWidth()) + " of the truth");
        return table.format("", columns);
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : NONE;
    }
}
