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

/** The headline figures of a run, intelligence per energy and the request rates, or the reason why they are unknown. */
record HeadlineText(Efficiency efficiency, RunSummary summary) {
    /**
     * Adds a row for each known figure, and one for the rates.
     *
     * @param mark follows the name of a figure that is derived from unreliable times
     */
    void addTo(TextTable table, String mark) {
        String why = whyNone().map(reason -> " (" + reason + ")").orElse("");
        table.row(label(RunFigure.INTELLIGENCE_PER_JOULE), figure(RunFigure.INTELLIGENCE_PER_JOULE) + part() + why);
        table.row(label(RunFigure.DEVICE_INTELLIGENCE_PER_WATT), figure(RunFigure.DEVICE_INTELLIGENCE_PER_WATT));
        for (RunFigure each : List.of(RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN,
                RunFigure.DEVICE_WATTS)) {
            estimate(each).ifPresent(known -> table.row(label(each),
                    figure(each) + (each == RunFigure.JOULES_PER_QUERY ? part() : "")));
        }
        table.row(label(RunFigure.REQUESTS_PER_SECOND) + mark, rates());
    }

    /** Returns the reason why there is no IPJ although some joules are known. */
    Optional<String> whyNone() {
        return efficiency.whyNoHeadline().filter(any -> efficiency.energyProvenance() != Provenance.UNAVAILABLE
                || summary.totals().deviceEnergy().isAvailable());
    }

    private static String label(RunFigure figure) {
        return figure.words();
    }

    /** Returns the known part if the rest is filled in; empty text if everything is known. */
    String part() {
        QueryCoverage known = efficiency.coverage();
        boolean isPart = efficiency.basis() == HeadlineBasis.FILLED
                || (efficiency.basis() == HeadlineBasis.QUERIES && known.withEnergy() < known.queries());
        String whose = efficiency.basis() == HeadlineBasis.QUERIES ? ", of the queries' own joules" : "";
        return isPart
                ? whose + "; " + known.withEnergy() + " of " + known.queries() + " queries and "
                        + Figures.percent(known.timeShare()) + " of the time known, the rest filled in"
                : whose;
    }

    /** Formats the requested, offered, answered and failed rates together. */
    private String rates() {
        List<String> rates = new ArrayList<>();
        rates.add(Figures.of(summary.totals().requestsPerSecond()) + " answered");
        LoadSettings load = summary.configuration().load();
        load.perSecond().ifPresent(asked -> rates.add(Figures.of(asked) + " asked for"));
        summary.totals().offeredPerSecond().ifPresent(offered -> rates.add(Figures.of(offered) + " offered"));
        rates.add(Figures.of(summary.totals().failedPerSecond()) + " failed");
        return String.join(", ", rates);
    }

    private Optional<Estimate> estimate(RunFigure figure) {
        return switch (figure) {
            case INTELLIGENCE_PER_JOULE -> efficiency.intelligencePerJoule().estimate();
            case DEVICE_INTELLIGENCE_PER_WATT -> efficiency.intelligencePerWatt().estimate();
            case JOULES_PER_QUERY -> efficiency.joulesPerQuery().estimate();
            case JOULES_PER_OUTPUT_TOKEN -> efficiency.joulesPerOutputToken().estimate();
            case DEVICE_WATTS -> efficiency.deviceWatts().estimate();
            default -> Optional.empty();
        };
    }

    /** Formats a figure with its interval and unit, or a dash. */
    String figure(RunFigure figure) {
        String unit = switch (figure) {
            case JOULES_PER_QUERY, JOULES_PER_OUTPUT_TOKEN -> "J";
            case DEVICE_WATTS -> "W";
            default -> "";
        };
        return estimate(figure).map(known -> Figures.of(known, unit)).orElse(Figures.UNKNOWN);
    }
}
