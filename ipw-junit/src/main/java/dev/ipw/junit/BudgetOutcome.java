package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a budget.
 *
 * @param conclusion in one word
 * @param figures    the measured figures; empty without measurement
 * @param reason     the conclusion in a sentence, for the report
 * @param message    the conclusion for a person, in lines
 */
record BudgetOutcome(Conclusion conclusion, Optional<Figures> figures, String reason, String message) {
    /** The fraction of the processors' busy time below which the use of other programs is mentioned. */
    private static final double BUSY = 0.9;

    BudgetOutcome(Conclusion conclusion, Optional<Figures> figures, String reason) {
        this(conclusion, figures, reason, reason);
    }

    static BudgetOutcome undecided(String reason) {
        return new BudgetOutcome(Conclusion.INCONCLUSIVE, Optional.empty(), reason);
    }

    /** Returns this outcome with another conclusion. */
    BudgetOutcome concluding(Conclusion other) {
        return new BudgetOutcome(other, figures, reason, message);
    }

    /**
     * The measured figures.
     *
     * @param mean        the mean of one call, with its interval
     * @param resolution  the uncertainty of that mean from the sensor alone
     * @param repetitions the number of measured repetitions
     * @param calls       the calls of all repetitions together
     * @param totalJoules the devices' joules of all repetitions together
     * @param process     the process's own share of the processor packages meanwhile
     * @param latest      one of the readings: its source, provenance and scopes are those of all
     * @param flags       the flags of all readings
     */
    record Figures(Estimate mean, Interval resolution, int repetitions, long calls, double totalJoules,
            ProcessShare process, EnergyReading latest, List<EnergyFlag> flags) {
        Figures {
            flags = List.copyOf(flags);
        }

        String provenance() {
            return latest.provenance() + " (" + latest.source() + ")"
                    + latest.provenance().sensorError().map(text -> ", " + text).orElse("");
        }

        private void putInto(Map<String, @Nullable Object> json) {
            json.put("joules", mean.value());
            json.put("joules_low", finite(mean.interval().low()));
            json.put("joules_high", finite(mean.interval().high()));
            json.put("confidence", mean.interval().level());
            json.put("resolution_low", resolution.low());
            json.put("resolution_high", resolution.high());
            json.put("provenance", latest.provenance().name());
            json.put("source", latest.source());
            json.put("scope", latest.scopeLabel());
            json.put("flags", flags.stream().map(EnergyFlag::name).toList());
            json.put("repetitions", (long) repetitions);
            json.put("calls", calls);
            json.put("device_total_joules", totalJoules);
            json.put("process_joules", finite(process.energy().joules().orElse(Double.NaN)));
            json.put("process_cpu_seconds", finite(process.cpuSeconds().orElse(Double.NaN)));
        }

        private static @Nullable Double finite(double value) {
            return Double.isFinite(value) ? value : null;
        }
    }

    /** Formats the figures and the reason. */
    String sentence() {
        return figures.map(known -> "mean energy " + JouleText.of(known.mean()) + " at "
                + JouleText.number(100 * known.mean().interval().level()) + " % over " + known.repetitions()
                + " repetitions (" + known.calls() + " calls), "
                + known.provenance() + "; " + message + others(known)).orElse(message);
    }

    private static String others(Figures known) {
        boolean isOfPackages = known.latest().scopeLabel().contains("package");
        if (!isOfPackages || !known.process().energy().isAvailable() || !(known.totalJoules() > 0)) {
            return "";
        }
        double share = known.process().energy().joules().orElseThrow() / known.totalJoules();
        return share < BUSY && known.latest().provenance() != Provenance.ESTIMATED
                ? "; the test's own process had " + Math.round(100 * share)
                        + " % of it by processor time, so that other programs' joules are in the figure"
                : "";
    }

    /** Returns the entries published with the test. */
    Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("ipw.conclusion", conclusion.name());
        entries.put("ipw.reason", reason);
        figures.ifPresent(known -> {
            entries.put("ipw.joules", JouleText.of(known.mean()));
            entries.put("ipw.provenance", known.provenance());
            entries.put("ipw.repetitions", Integer.toString(known.repetitions()));
            entries.put("ipw.calls", Long.toString(known.calls()));
            entries.put("ipw.device.total", JouleText.of(known.totalJoules()));
            entries.put("ipw.process.share", known.process().energy().toString());
        });
        return entries;
    }

    /** Returns the entry of the build's report. */
    Map<String, @Nullable Object> json(String test, String at) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("test", test);
        json.put("conclusion", conclusion.name());
        json.put("reason", reason);
        json.put("measured_at", at);
        figures.ifPresent(known -> known.putInto(json));
        return json;
    }
}
