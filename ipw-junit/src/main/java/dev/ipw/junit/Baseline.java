package dev.ipw.junit;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The energy of a test when its baseline was written.
 *
 * @param joules      the mean of one call
 * @param high        the upper end of its interval
 * @param low         the lower end of its interval
 * @param repetitions the number of repetitions behind it
 * @param provenance  the origin of the joules
 * @param scope       the parts of the machine
 * @param writtenAt   the time of writing
 */
record Baseline(double joules, double low, double high, long repetitions, String provenance, String scope,
        String writtenAt) {
    static Baseline of(BudgetOutcome.Figures figures, String writtenAt) {
        return new Baseline(figures.mean().value(), figures.mean().interval().low(), figures.mean().interval().high(),
                figures.repetitions(), figures.latest().provenance().name(), figures.latest().scopeLabel(), writtenAt);
    }

    static Baseline read(JsonObject json) {
        return new Baseline(json.real("joules"), json.real("joules_low"), json.real("joules_high"),
                json.whole("repetitions"), json.text("provenance"), json.text("scope"), json.text("written_at"));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("joules", joules);
        json.put("joules_low", low);
        json.put("joules_high", high);
        json.put("repetitions", repetitions);
        json.put("provenance", provenance);
        json.put("scope", scope);
        json.put("written_at", writtenAt);
        return json;
    }

    /** Returns the limit above which a mean is worse: the upper end of the baseline's interval, plus the tolerance. */
    double limit(double tolerance) {
        return high * (1 + tolerance);
    }

    String inWords(double tolerance) {
        return "the baseline " + JouleText.number(joules) + " J [" + JouleText.number(low) + ", "
                + JouleText.number(high) + "] and " + JouleText.number(100 * tolerance) + " %, which makes a limit";
    }
}
