package dev.ipw.report;

import dev.ipw.record.Dimension;
import dev.ipw.report.findings.AgentEnergy;
import dev.ipw.report.findings.RunFindings;
import dev.ipw.results.RunReader;
import java.util.List;
import java.util.Optional;

/**
 * One run of a report.
 *
 * @param index    its number, which determines its colour and its key
 * @param name     its name in the report
 * @param run      the run
 * @param rows     its queries
 * @param findings the results of the analyses
 * @param agent    the division of its joules, if it is an agent's
 */
record ReportedRun(int index, String name, RunReader run, RunRows rows, RunFindings findings,
        Optional<AgentEnergy> agent) {
    /** The dimensions in distribution and relation charts. */
    static final List<Dimension> SHOWN = List.of(Dimension.TIME_FROM_INTENDED_START, Dimension.TIME_TO_FIRST_TOKEN,
            Dimension.TIME_PER_OUTPUT_TOKEN, Dimension.OUTPUT_TOKENS_PER_SECOND, Dimension.ENERGY_JOULES,
            Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, Dimension.POWER_WATTS, Dimension.INPUT_TOKENS,
            Dimension.OUTPUT_TOKENS);
}
