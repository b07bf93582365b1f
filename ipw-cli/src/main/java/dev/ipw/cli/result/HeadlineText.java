package dev.ipw.cli.result;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Efficiency.HeadlineBasis;
import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FiguresText;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.Provenance;
import dev.ipw.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The headline figures of a run, intelligence per energy and the request rates, or the reason why they are unknown. */
record HeadlineText(Efficiency efficiency, RunSummary summary) {
    /**
     * Adds a row for each known figure, and one for the rates.
     *
     * @param mark follows the name of a figure that is derived from unreliable times
     */
    void addTo(TextTable table, String mark) {
        String why = whyNone().map(reason -> " (" + reason + ")").orElse("");
        table.row(RunFigure.INTELLIGENCE_PER_JOULE.words(), figure(RunFigure.INTELLIGENCE_PER_JOULE) + part() + why);
        table.row(RunFigure.DEVICE_INTELLIGENCE_PER_WATT.words(), figure(RunFigure.DEVICE_INTELLIGENCE_PER_WATT));
        for (RunFigure each : List.of(RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN,
                RunFigure.DEVICE_WATTS)) {
            if (isKnown(each)) {
                table.row(each.words(), figure(each) + (each == RunFigure.JOULES_PER_QUERY ? part() : ""));
            }
        }
        least().ifPresent(text -> table.row(RunFigure.JOULES_PER_QUERY.words(),
                text + ": the known joules over " + summary.totals().requests().asked() + " requests"));
        table.row(RunFigure.REQUESTS_PER_SECOND.words() + mark, rates());
    }

    /** Returns the reason why there is no IPJ although some joules are known. */
    Optional<String> whyNone() {
        return efficiency.whyNoHeadline().filter(any -> efficiency.energyProvenance() != Provenance.UNAVAILABLE
                || summary.totals().deviceEnergy().isAvailable());
    }

    /** Formats the lower bound of the joules per query, where a part of the joules is unknown. */
    Optional<String> least() {
        OptionalDouble least = summary.totals().leastJoulesPerQuery();
        return least.isPresent() ? Optional.of("at least " + Figures.of(least, "J")) : Optional.empty();
    }

    /** Returns the known part if the rest is filled in; empty text if everything is known. */
    String part() {
        String whose = efficiency.basis() == HeadlineBasis.QUERIES ? ", of the queries' own joules" : "";
        return whose + value(RunFigure.JOULES_PER_QUERY).marks().stream().map(mark -> "; " + mark.reason())
                .collect(Collectors.joining());
    }

    /** Formats the requested, offered, answered and failed rates together. */
    private String rates() {
        List<String> rates = new ArrayList<>();
        rates.add(Figures.of(summary.totals().requestsPerSecond()) + " answered");
        summary.configuration().askedPerSecond().ifPresent(asked -> rates.add(Figures.of(asked) + " asked for"));
        summary.totals().offeredPerSecond().ifPresent(offered -> rates.add(Figures.of(offered) + " offered"));
        rates.add(Figures.of(summary.totals().failedPerSecond()) + " failed");
        return String.join(", ", rates);
    }

    private AnalysisValue value(RunFigure figure) {
        return new HeadlineFigures(efficiency).value(figure);
    }

    /** Returns whether a figure has a value. */
    boolean isKnown(RunFigure figure) {
        return value(figure).number().isPresent();
    }

    /** Formats a figure with its interval and unit, or a dash. */
    String figure(RunFigure figure) {
        return FiguresText.shown(value(figure), 1, figure.shownUnit()).text();
    }
}
