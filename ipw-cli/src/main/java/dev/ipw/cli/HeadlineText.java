package dev.ipw.cli;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.Provenance;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Show what a run came to for what it used, or why that is not known, and what was offered and answered. */
record HeadlineText(Efficiency efficiency, RunSummary summary) {
    /**
     * Add a row of each that is known, and of the rates.
     *
     * @param mark stands behind the name of a figure made of times that are not to be believed
     */
    void addTo(TextTable table, String mark) {
        String why = efficiency.whyNoHeadline().filter(any -> efficiency.energyProvenance() != Provenance.UNAVAILABLE
                || summary.totals().deviceEnergy().isAvailable()).map(reason -> " (" + reason + ")").orElse("");
        table.row(label(RunFigure.INTELLIGENCE_PER_JOULE), estimate(efficiency.intelligencePerJoule()) + part() + why);
        table.row(label(RunFigure.DEVICE_INTELLIGENCE_PER_WATT), estimate(efficiency.intelligencePerWatt()));
        efficiency.joulesPerQuery()
                .ifPresent(each -> table.row(label(RunFigure.JOULES_PER_QUERY), estimate(Optional.of(each)) + part()));
        efficiency.joulesPerOutputToken()
                .ifPresent(each -> table.row(label(RunFigure.JOULES_PER_OUTPUT_TOKEN), estimate(Optional.of(each))));
        efficiency.deviceWatts()
                .ifPresent(each -> table.row(label(RunFigure.DEVICE_WATTS), estimate(Optional.of(each))));
        table.row(label(RunFigure.REQUESTS_PER_SECOND) + mark, rates());
    }

    private static String label(RunFigure figure) {
        return figure.words();
    }

    /** Return how much is known, where a part of it is filled in. */
    private String part() {
        QueryCoverage known = efficiency.coverage();
        boolean isPart = efficiency.basis() == HeadlineBasis.FILLED
                || (efficiency.basis() == HeadlineBasis.QUERIES && known.withEnergy() < known.queries());
        String whose = efficiency.basis() == HeadlineBasis.QUERIES ? ", of the queries' own joules" : "";
        return isPart
                ? whose + "; " + known.withEnergy() + " of " + known.queries() + " queries and "
                        + Figures.percent(known.timeShare()) + " of the time known, the rest filled in"
                : whose;
    }

    /** Set what was asked for, offered, answered and failed beside each other. */
    private String rates() {
        List<String> rates = new ArrayList<>();
        rates.add(Figures.of(summary.totals().requestsPerSecond()) + " answered");
        LoadSettings load = summary.configuration().load();
        load.perSecond().ifPresent(asked -> rates.add(Figures.of(asked) + " asked for"));
        summary.totals().offeredPerSecond().ifPresent(offered -> rates.add(Figures.of(offered) + " offered"));
        rates.add(Figures.of(summary.totals().failedPerSecond()) + " failed");
        return String.join(", ", rates);
    }

    private static String estimate(Optional<Estimate> estimate) {
        return estimate.map(known -> Figures.of(known.value()) + " [" + Figures.of(known.interval().low())
                + ", " + Figures.of(known.interval().high()) + "]").orElse("-");
    }
}
