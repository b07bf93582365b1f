package dev.ipw.report.head;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeriesHeadTests {
    /** A step: requests in flight, answers a second, joules a query, median latency, both within a tenth of a part. */
    private record Step(int callers, double answered, double joules, double median, String verdict) {
        private String step() {
            return String.format(Locale.ROOT, """
                    {"folder": "c%d", "load": "%d at a time", "concurrency": %d, "verdict": "%s", "figures":
                    {"requests_per_second": %f, "joules_per_query": %f}}""", callers, callers, callers, verdict,
                    answered,
                    joules);
        }

        private String run(double width) {
            return String.format(Locale.ROOT, """
                    {"folder": "runs/c%d", "subject": "demo", "accuracy": {"summary": {"joules_per_query": %f,
                    "joules_per_query_low": %f, "joules_per_query_high": %f}}, "latency": {"data": {"percentiles":
                    {"time_from_intended_start": {"p50": %f, "p50_low": %f, "p50_high": %f}}}}}""", callers, joules,
                    joules * (1 - width), joules * (1 + width), median, median * (1 - width), median * (1 + width));
        }
    }

    private static final List<Step> STEPS = List.of(new Step(1, 10, 50, 0.1, "valid"),
            new Step(4, 38, 20, 0.11, "valid"), new Step(16, 40, 30, 0.4, "valid"));

    private static String words(List<Step> steps, double width) {
        String json = "{\"series\": {\"kind\": \"sweep\", \"steps\": ["
                + steps.stream().map(Step::step).collect(Collectors.joining(",")) + "]}, \"runs\": ["
                + steps.stream().map(step -> step.run(width)).collect(Collectors.joining(",")) + "]}";
        Markup page = new Markup(new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap())));
        new SeriesHead(page, page.tree()).write();
        return page.toString().replaceAll("<svg.*?</svg>", "").replaceAll("<[^>]*>", "").replace("&#160;", " ")
                .replaceAll("\\s+", " ");
    }

    @Test
    void namesTheCheapestStepAndTheKneeThatIntervalsShow() {
        assertThat(words(STEPS, 0.05)).contains("Least energy: 20.0 J [19.0, 21.0] a query with 4 at a time.",
                "Knee: 4 at a time", "Orange: the knee");
    }

    @Test
    void namesNoStepWhoseIntervalOverlapsAnother() {
        assertThat(words(STEPS, 0.6)).contains("No load is shown to need the least energy a query", "No knee is marked")
                .doesNotContain("Least energy:", "Orange");
    }

    @Test
    void marksNoKneeAmongTimesThatAreNotUsable() {
        List<Step> late = IntStream.range(0, STEPS.size()).mapToObj(place -> place == 2
                ? new Step(16, 40, 30, 0.4, "invalid")
                : STEPS.get(place)).toList();
        assertThat(words(late, 0.05)).contains("No knee is marked: the times of some steps are not usable",
                "Grey: times are not usable");
    }
}
