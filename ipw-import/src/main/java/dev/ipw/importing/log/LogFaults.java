package dev.ipw.importing.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The faults in the samples of one device, each with its first line. */
final class LogFaults {
    private static final long SHORTEST_PERIOD_NANOS = 200_000;

    private final String device;
    private final List<Fault> faults = new ArrayList<>();

    LogFaults(String device) {
        this.device = device;
    }

    void misread(String key, LoggedColumn column, int[] readings) {
        if (readings.length > 0) {
            add(column.line(readings[0]),
                    String.format(Locale.ROOT,
                            "%s of %s, %s, contradicts the readings around it and is left out; the joules across "
                                    + "it come from those, flagged GAP.%s",
                            key, device,
                            shown(column.value(readings[0])), further(column, readings)));
        }
    }

    void anew(LoggedColumn column, int[] readings) {
        if (readings.length > 0) {
            add(column.line(readings[0]), String.format(Locale.ROOT,
                    "energy_mj of %s, %s, is less than before, or more than the device can have used since, and "
                            + "later readings do not continue from earlier ones. The joules up to it are not in "
                            + "the figures, which are flagged RESET.%s",
                    device,
                    shown(column.value(readings[0])), further(column, readings)));
        }
    }

    void unconfirmed(LoggedColumn column, int[] readings) {
        if (readings.length > 0) {
            add(column.line(readings[0]),
                    String.format(Locale.ROOT,
                            "energy_mj of %s, %s, makes more than three times the power of all the others,"
                                    + " and no reading behind it tells whether it is wrong: figures are flagged INCONSISTENT.%s",
                            device,
                            shown(column.value(readings[0])), further(column, readings)));
        }
    }

    void impossible(LoggedColumn column, int[] readings, OptionalDouble limitWatts) {
        if (readings.length > 0) {
            add(column.line(readings[0]),
                    String.format(Locale.ROOT, "power_mw of %s, %s, cannot be%s, and is left out, flagged GAP.%s",
                            device,
                            shown(column.value(readings[0])),
                            limitWatts.isPresent()
                                    ? " beside a limit_w of " + shown(limitWatts.getAsDouble())
                                    : " beside the readings around it, or of a machine of which no line says limit_w",
                            further(column, readings)));
        }
    }

    void order(String key, LoggedColumn column) {
        if (column.backwards() > 0) {
            add(column.firstBackwards(),
                    String.format(Locale.ROOT,
                            "t_ns decreases. %d readings of %s of %s stand below one of a later time; they"
                                    + " are taken in the order of their times.",
                            column.backwards(), key, device));
        }
        if (column.contradicted() > 0) {
            add(column.firstContradicted(),
                    String.format(Locale.ROOT,
                            "%d readings of %s of %s are contradicted by another one of the same t_ns."
                                    + " The last of each moment counts.",
                            column.contradicted(), key, device));
        }
    }

    void pace(LoggedColumn column) {
        if (column.periodNanos() < SHORTEST_PERIOD_NANOS) {
            add(column.line(0), String.format(Locale.ROOT,
                    "The samples of %s follow each other by %d ns. If t_ns is in microseconds, milliseconds"
                            + " or seconds, make it nanoseconds: powers and joules are wrong otherwise.",
                    device,
                    column.periodNanos()));
        }
    }

    private static String further(LoggedColumn column, int[] readings) {
        return readings.length == 1
                ? ""
                : " The same is so of " + (readings.length - 1) + " further, up to line "
                        + column.line(readings[readings.length - 1]) + ".";
    }

    private static String shown(double value) {
        return String.format(Locale.ROOT, "%.10g", value).replaceFirst("\\.?0+(e|$)", "$1");
    }

    private void add(long line, String sentence) {
        faults.add(new Fault(line, sentence));
    }

    /** Returns the sentences, each starting with its place. */
    List<String> sentences(String file) {
        return faults.stream().map(fault -> file + ", line " + fault.line + ": " + fault.sentence).toList();
    }

    private record Fault(long line, String sentence) {}
}
