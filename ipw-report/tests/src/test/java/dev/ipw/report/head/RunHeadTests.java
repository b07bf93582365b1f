package dev.ipw.report.head;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunHeadTests {
    private static final String MEASURED = """
            {"runs": [{"name": "night", "subject": "demo", "started_at": "then",
            "energy_claim": {"provenance": "MEASURED"},
            "summary": {"dataset_name": "sums", "hardware_label": "H200", "verdict": {"level": "valid", "reasons": []},
            "warnings": [], "totals": {"queries": 400, "succeeded": 400, "failed": 0, "requests_per_second": 6.3,
            "idle_watts": 74.0, "device_energy": {"joules": 20800.0, "flags": []}}},
            "accuracy": {"summary": {"accuracy": 0.725, "accuracy_low": 0.681, "accuracy_high": 0.769,
            "joules_per_query": 52.1, "joules_per_query_low": 51.2, "joules_per_query_high": 53.0,
            "joules_per_query_provenance": "MEASURED"}, "warnings": []},
            "latency": {"data": {"percentiles": {"time_to_first_token": {"p50": 0.061, "p50_low": 0.058,
            "p50_high": 0.064}}}}}]}
            """;

    private static Markup page(String json) {
        return new Markup(new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap())));
    }

    private static String text(Markup page) {
        return page.toString().replaceAll("</?d[dt][^>]*>", " ").replaceAll("<[^>]*>", "").replace("&#160;", " ")
                .replaceAll("\\s+", " ").strip();
    }

    private static RunHead head(String json) {
        Markup page = page(json);
        return new RunHead(page, page.tree(), "runs.0");
    }

    private static String sentence(String json) {
        return text(head(json).sentence().page());
    }

    private static String replaced(String... pairs) {
        String json = MEASURED;
        for (int place = 0; place < pairs.length; place += 2) {
            assertThat(json).contains(pairs[place]);
            json = json.replace(pairs[place], pairs[place + 1]);
        }
        return json;
    }

    @Test
    void measuredFiguresStandInTheSentence() {
        assertThat(sentence(MEASURED)).isEqualTo("demo answers 72.5 % of sums right at 52.10 J a query, measured.");
    }

    @Test
    void unusableTimesAndManyFailuresAreInTheSentence() {
        assertThat(
                sentence(replaced("\"level\": \"valid\"", "\"level\": \"invalid\"", "\"failed\": 0", "\"failed\": 40")))
                .endsWith("measured; 40 of 400 requests failed; times are not usable.");
        assertThat(sentence(replaced("\"level\": \"valid\"", "\"level\": \"doubtful\"")))
                .endsWith("; times are doubtful.");
        assertThat(sentence(replaced("\"level\": \"valid\", ", ""))).endsWith("; times were not checked.");
    }

    @Test
    void estimatedJoulesAreARange() {
        assertThat(sentence(replaced("_provenance\": \"MEASURED\"", "_provenance\": \"ESTIMATED\"",
                "\"joules_per_query_low\": 51.2", "\"joules_per_query_low\": 0.0")))
                .contains("right at 0 to 53 J a query, estimated").doesNotContain("52");
    }

    @Test
    void partlyKnownJoulesAreARangeAndMarked() {
        String json = replaced("\"joules_per_query_provenance\"",
                "\"joules_per_query_marks\": [{\"level\": \"PARTIAL\", \"reason\": \"8 of 9 known\"}], "
                        + "\"joules_per_query_provenance\"");
        assertThat(sentence(json)).contains("at 51.20 to 53.00 J a query, measured in part");
        assertThat(text(head(json).badges().page())).contains("energy MEASURED, in part");
        assertThat(text(head(json).cards().page())).contains("52.10 J 51.20 to 53.00 J PARTIAL");
        assertThat(text(head(json).limits().page())).isEqualTo("Joules: 8 of 9 known");
    }

    @Test
    void invalidJoulesAreNotInTheSentence() {
        assertThat(sentence(replaced("\"joules_per_query_provenance\"",
                "\"joules_per_query_marks\": [{\"level\": \"INVALID\", \"reason\": \"wrong\"}], "
                        + "\"joules_per_query_provenance\"")))
                .isEqualTo("demo answers 72.5 % of sums right; its joules are not usable.");
    }

    @Test
    void absentJoulesAreNotKnown() {
        String json = replaced("\"provenance\": \"MEASURED\"}", "\"provenance\": \"UNAVAILABLE\"}",
                "\"joules_per_query\": 52.1, ", "", "\"joules\": 20800.0", "\"reason\": \"no sensor\"");
        assertThat(sentence(json)).isEqualTo("demo answers 72.5 % of sums right; its joules are not known.");
        assertThat(text(head(json).badges().page())).isEqualTo("no joules times valid");
        assertThat(text(head(json).limits().page())).isEqualTo("No joules: no sensor");
    }

    @Test
    void aWideIntervalStandsInPlaceOfItsValue() {
        assertThat(sentence(replaced("\"accuracy_low\": 0.681", "\"accuracy_low\": 0.41")))
                .contains("answers 41 to 77 %");
    }

    @Test
    void runsWithoutVerdictsUseTheTotals() {
        String json = MEASURED.substring(0, MEASURED.indexOf("\"accuracy\": {")).stripTrailing();
        json = json.substring(0, json.length() - 1) + "}]}";
        String used = json.replace("\"idle_watts\"", "\"joules_per_query\": 52.0, \"idle_watts\"");
        assertThat(sentence(used)).isEqualTo("demo used 52 J a query on sums, measured; no answer was scored.");
        assertThat(sentence(json)).isEqualTo(
                "demo answered 400 requests of sums; its joules are not known; no answer was scored.");
        assertThat(sentence(used.replace("\"flags\": []", "\"flags\": [\"PARTIAL\"]")))
                .contains("used about 52 J a query on sums", "measured in part");
    }

    @Test
    void anAgentSolvesTasks() {
        String json = replaced("\"warnings\": [], \"totals\"", "\"agent\": {\"agent\": \"react\"}, \"totals\"",
                "\"latency\": {\"data\"", "\"solved\": {\"summary\": {\"solved\": 31, \"attempts\": 50, "
                        + "\"joules_per_solved_task\": 1140.0, \"joules_per_solved_task_low\": 1050.0, "
                        + "\"joules_per_solved_task_high\": 1230.0}}, \"latency\": {\"data\"");
        assertThat(sentence(json)).startsWith("demo as react solves 31 of 50 tasks of sums at ")
                .endsWith(" J per solved task, measured.");
        assertThat(text(head(json).cards().page())).contains("tasks solved 72.5 %", "energy per solved task 1");
        assertThat(sentence(
                json.replace("\"accuracy\": {\"summary\": {", "\"accuracy\": {\"summary\": {\"unevaluated\": 7, ")))
                .startsWith("demo as react solves 31 of 50 tasks of sums (7 not evaluated) at ");
    }

    @Test
    void aRunInWhichAllFailedAnsweredNothing() {
        assertThat(sentence(replaced("\"failed\": 0", "\"failed\": 400")))
                .isEqualTo("demo answered nothing of sums: all 400 requests failed.");
    }

    @Test
    void cardsOfInvalidTimesAreMarked() {
        String cards = text(head(replaced("\"level\": \"valid\"", "\"level\": \"invalid\"")).cards().page());
        assertThat(cards).contains("time to first token, median 61.0 ms 58.0 to 64.0 ms INVALID",
                "answers a second 6.30 INVALID", "energy per query 52.10 J 51.20 to 53.00 J power");
        assertThat(text(head(MEASURED).cards().page())).doesNotContain("INVALID", "DOUBTFUL")
                .contains("intelligence per joule IPJ \u2013 not known");
    }

    @Test
    void limitsAreOneLineEachAndNotRepeated() {
        String json = replaced("\"reasons\": []", "\"reasons\": [{\"level\": \"doubtful\", \"text\": "
                + "\"This client was late by a second. Use a faster machine.\"}]",
                "\"warnings\": [], \"totals\"", "\"warnings\": [\"seen twice\"], \"totals\"",
                "\"warnings\": []},", "\"warnings\": [\"seen twice\", \"Times are DOUBTFUL: late\"]},",
                "\"flags\": []", "\"flags\": [\"GAP\", \"WRAP\"]");
        String limits = head(json).limits().page().toString();
        assertThat(limits).contains("Times: <details><summary>", "<summary><span data-key=\"runs.0.summary.verdict"
                + ".reasons.0.text\" data-format=\"begin\">This client was late by a second</span></summary>")
                .containsOnlyOnce("seen twice").doesNotContain("Times are")
                .contains("some readings are missing in between").doesNotContain("passed its range");
    }
}
