package dev.ipw.analysis.comparison;

import java.util.List;

/** What was found between two runs before probabilities are corrected. */
record PairFindings(String first, String second, long pairs, List<Finding> findings, List<String> absent,
        List<String> warnings, boolean hasInvalidTimes) {

    RunComparison concluded(List<DimensionComparison> dimensions) {
        return new RunComparison(first, second, pairs, dimensions, absent, warnings);
    }
}
