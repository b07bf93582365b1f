package dev.ipw.report;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SummaryPartTests {
    private static String summary(boolean isComplete, int withoutEnergy) {
        return summary(isComplete, withoutEnergy, "null");
    }

    private static String summary(boolean isComplete, int withoutEnergy, String judges) {
        String json = """
                {"runs": [{"name": "one", "energy_claim": {"provenance": "MEASURED", "complete": %s,
                "sensor_error": "sensor itself: 5 %%"},
                "summary": {"evaluation": {"energy": %s}, "totals": {"device_energy": {"joules": 161.0, "lower": 150.0, "upper": 170.0,
                "provenance": "MEASURED", "source": "a test", "flags": ["PARTIAL"]}, "net_joules": -19.7,
                "net_sigma_joules": 1.0, "measured_seconds": 8.0, "devices": [{"device": "gpu0",
                "attribution": {"rule": "fitted", "trust": "flagged", "quality": 0.052}}]}},
                "accuracy": {"summary": {"intelligence_per_joule": 0.5, "energy_provenance": "MEASURED", "share_provenance": "ESTIMATED",
                "energy_basis_of_headline": "filled", "energy_time_share": 0.96, "asked": 60,
                "asked_with_energy": %d, "energy_sample_count": %d, "energy_missing_count": %d, "total_scored": 60}}}]}
                """
                .formatted(isComplete, judges, 60 - withoutEnergy, 60 - withoutEnergy, withoutEnergy);
        Markup page = new Markup(new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap())));
        new SummaryPart(page, page.tree()).write();
        return text(page);
    }

    @Test
    void saysOnceHowFarTheSensorItselfMayBeOff() {
        assertThat(summary(true, 0)).containsOnlyOnce("sensor itself: 5 %");
    }

    @Test
    void netEnergyIsOfRunsThatAreWhollyCovered() {
        assertThat(summary(true, 0)).contains("net of idle power");
        assertThat(summary(false, 0)).contains("161").doesNotContain("net of idle power");
    }

    @Test
    void saysHowFarSharesCanBeTrusted() {
        assertThat(summary(true, 0)).contains("on gpu0: flagged").contains("5.2").contains("unexplained");
    }

    @Test
    void theBadgeIsOfTheHeadlineAndSharesStandApart() {
        assertThat(summary(true, 0)).contains("energy MEASURED").contains("Shares of queries: ESTIMATED");
    }

    @Test
    void saysOfHowManyQueriesTheJoulesAre() {
        assertThat(summary(true, 2)).contains("58 of 60 scored queries");
        assertThat(summary(true, 0)).doesNotContain("scored queries");
    }

    @Test
    void warningsOfAnAnalysisStandInItsSectionOnce() {
        String json = """
                {"runs": [{"name": "one", "summary": {"warnings": ["seen by all"]},
                "latency": {"warnings": ["seen by all", "Times are INVALID: late", "times are estimates"]}},
                {"name": "two", "latency": {"warnings": ["times are estimates"]}},
                {"name": "three", "latency": {"warnings": ["only here"]}}]}
                """;
        Tree tree = new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap()));
        Markup times = new Markup(tree);
        new WarningList(times, tree).ofAnalysis("latency");
        assertThat(text(times)).isEqualToNormalizingWhitespace("one, two: times are estimates three: only here");
    }

    private static String text(Markup page) {
        return page.toString().replaceAll("<[^>]*>", "").replace("&#160;", " ");
    }

    @Test
    void judgesHaveTheirJoulesApartOrTheReasonWhyNot() {
        assertThat(summary(true, 0, "{\"joules\": 42.0, \"lower\": 41.0, \"upper\": 43.0, \"provenance\": \"MEASURED\","
                + " \"source\": \"a counter\", \"flags\": [\"PARTIAL\"]}"))
                .contains("Judges, in no other figure: 42", "MEASURED; source: a counter; a part is not covered");
        assertThat(summary(true, 0, "{\"reason\": \"the judge is elsewhere\"}"))
                .contains("Judges: no joules, the judge is elsewhere.");
        assertThat(summary(true, 0)).doesNotContain("Judges");
    }
}
