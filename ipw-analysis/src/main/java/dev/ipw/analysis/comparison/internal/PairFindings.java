package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.quality.RunValidity.Trust;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The findings for two runs before probabilities are corrected. */
record PairFindings(String first, String second, long pairs, RunGroups groups, List<Finding> findings,
        List<String> absent,
        List<String> warnings, Trust times, boolean hasShares, boolean repeatsQuestions,
        Map<ComparedDimension, String> tooLittle) {
    /** Returns the shares of which too few are known, with the reasons. */
    static Map<ComparedDimension, String> tooLittle(List<ComparedDimension> dimensions, List<RunColumns> runs) {
        Map<ComparedDimension, String> tooLittle = new HashMap<>();
        dimensions.forEach(one -> ShareCoverage.tooLittle(one, runs).ifPresent(text -> tooLittle.put(one, text)));
        return tooLittle;
    }

    /** Describes why queries may be worth fewer independent ones. */
    String dependence() {
        return repeatsQuestions
                ? "queries repeat questions or follow those before them"
                : "queries follow those before them";
    }

    RunComparison concluded(List<DimensionComparison> dimensions) {
        List<String> all = new ArrayList<>(warnings);
        findings.stream().map(finding -> finding.widened(this)).flatMap(Optional::stream).forEach(all::add);
        return new RunComparison(first, second, pairs, groups.blocks(), groups.repeats(), dimensions, absent, all);
    }
}
