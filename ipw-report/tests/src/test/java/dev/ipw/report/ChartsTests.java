package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.report.markup.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Looks at what the charts of a report hold. */
@Tag("real-time")
class ChartsTests {
    @TempDir
    static Path folder;

    private static Tree sweep;

    @BeforeAll
    static void write() throws Exception {
        Path series = Files.createDirectory(folder.resolve("series"));
        for (int callers : List.of(1, 2, 8)) {
            ExampleRun.in(series).queries(40).named("concurrency-" + callers);
        }
        Files.writeString(series.resolve("sweep.json"),
                """
                        {"kind": "sweep", "steps": [
                        {"folder": "concurrency-8", "load": "8 at a time", "concurrency": 8, "figures": {"requests_per_second": 900.0,
                        "time_to_first_token_p50": 0.004, "time_to_first_token_p90": 0.04, "joules_per_query": 0.5,
                        "device_watts": 50}},
                        {"folder": "concurrency-1", "load": "one at a time", "concurrency": 1, "figures": {
                        "requests_per_second": 200.0, "time_to_first_token_p50": 0.001, "time_to_first_token_p90": 0.002,
                        "joules_per_query": 0.25, "device_watts": 50}},
                        {"folder": "concurrency-2", "load": "2 at a time", "concurrency": 2, "figures": {"requests_per_second": 400.0,
                        "time_to_first_token_p50": 0.002, "time_to_first_token_p90": 0.003, "joules_per_query": 0.3,
                        "device_watts": 50}}]}
                        """);
        sweep = new ReadReport(HtmlReport.open(List.of(series)).html()).json();
    }

    @Test
    void joinsTheStepsOfASeriesInTheOrderOfTheirLoad() {
        String chart = chart("series", "Time to first token against throughput");
        assertThat(sweep.value(chart + ".joined")).isEqualTo(true);
        String columns = chart + ".series.1.columns";
        assertThat(sweep.value(columns + ".load")).isEqualTo(List.of("1", "2", "8"));
        assertThat(sweep.value(columns + ".requests_per_second")).isEqualTo(List.of(200L, 400L, 900L));
        assertThat(sweep.value(columns + ".time_to_first_token_p90")).isEqualTo(List.of(0.002, 0.003, 0.04));
        assertThat(sweep.value(chart("series", "Answered requests over the load") + ".series.0.columns.concurrency"))
                .isEqualTo(List.of(1L, 2L, 8L));
        List<Object> order = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            String name = sweep.text("runs." + run + ".name").orElseThrow();
            order.add(name + " " + (long) sweep.number("load_order." + run).orElseThrow());
        }
        assertThat(order).containsExactlyInAnyOrder("concurrency-1 0", "concurrency-2 1", "concurrency-8 2");
    }

    @Test
    void drawsTheIntervalsThatAnalysesFoundOfTheSteps() {
        String columns = chart("series", "Mean energy of a query against throughput") + ".series.0.columns";
        for (int run = 0; run < 3; run++) {
            if (sweep.text("runs." + run + ".name").orElseThrow().equals("concurrency-2")) {
                double low = sweep.number("runs." + run + ".accuracy.summary.joules_per_query_low").orElseThrow();
                assertThat(sweep.number(columns + ".low.1").orElseThrow()).isBetween(0.999 * low, 1.001 * low);
            }
        }
        assertThat(sweep.number(columns + ".high.0")).isPresent();
    }

    @Test
    void labelsAnAxisInAUnitForItsEnd() {
        String chart = chart("series", "Time to first token against throughput");
        assertThat(sweep.text(chart + ".y.unit")).hasValue("ms");
        assertThat(sweep.value(chart + ".y.logarithmic")).as("from 1 to 40 ms").isEqualTo(true);
        String energy = chart("series", "Mean energy of a query against throughput") + ".y";
        double end = sweep.number(energy + ".range.1").orElseThrow();
        assertThat(sweep.text(energy + ".unit")).as("an axis that ends at %s J", end).hasValue(end < 1 ? "mJ" : "J");
    }

    @Test
    void showsTheSameFigureOnTheSameAxisInARow() {
        assertThat(axes("series", "x", "Answered requests a second")).hasSize(1);
        assertThat(axes("power", "y", "Power")).hasSize(1);
        assertThat(axes("relations", "x", "Output tokens")).hasSize(1);
        assertThat(axes("relations", "y", "Energy of a query, its share")).hasSize(1);
        assertThat(sweep.size("charts.heat")).isGreaterThan(3);
        assertThat(axes("heat", "x", "Input tokens")).hasSize(1);
        assertThat(axes("heat", "y", "Output tokens")).hasSize(1);
    }

    @Test
    void drawsOneChartOfAFigure() {
        List<String> titles = new ArrayList<>();
        for (String group : List.of("times", "speed", "energy", "tokens")) {
            for (int chart = 0; chart < sweep.size("charts." + group); chart++) {
                titles.add(sweep.text("charts." + group + "." + chart + ".title").orElseThrow());
            }
        }
        assertThat(titles).doesNotHaveDuplicates().contains("Time to first token", "Output tokens");
    }

    private static Fit line(int count, double noise) {
        double[] x = IntStream.range(0, count).asDoubleStream().toArray();
        double[] y = Arrays.stream(x).map(at -> 3 + 2 * at + (at % 2 == 0 ? noise : -noise)).toArray();
        Fit fit = Fit.of(x, y).orElseThrow();
        Tree drawn = new Tree(fit.tree("run", 0, 0, count, x, y));
        assertThat(drawn.text("model")).hasValue("least squares");
        assertThat(drawn.size("band.at")).isGreaterThan(10);
        for (int point = 0; point < drawn.size("band.at"); point++) {
            double level = fit.intercept() + fit.slope() * drawn.number("band.at." + point).orElseThrow();
            assertThat(level).isBetween(drawn.number("band.low." + point).orElseThrow(),
                    drawn.number("band.high." + point).orElseThrow());
        }
        return fit;
    }

    @Test
    void drawsALineOnlyWhereItExplainsEnoughOfEnoughPoints() {
        assertThat(line(20, 1).isShown()).isTrue();
        assertThat(line(19, 1).isShown()).as("too few points").isFalse();
        assertThat(line(40, 100).isShown()).as("mostly noise").isFalse();
    }

    @Test
    void showsAccuracyInPercent() throws Exception {
        ProfileRun run = ExampleRun.in(folder).about("sums", "products").named("subjects");
        Tree page = new ReadReport(HtmlReport.of(List.of(run)).html()).json();
        assertThat(page.text("charts.subjects.0.title")).hasValue("Accuracy of each subject");
        assertThat(page.text("charts.subjects.0.x.unit")).hasValue("%");
    }

    private static String chart(String group, String title) {
        for (int chart = 0; chart < sweep.size("charts." + group); chart++) {
            if (sweep.text("charts." + group + "." + chart + ".title").filter(title::equals).isPresent()) {
                return "charts." + group + "." + chart;
            }
        }
        throw new AssertionError("no chart " + title);
    }

    private static Set<Object> axes(String group, String side, String label) {
        Set<Object> axes = new HashSet<>();
        for (int chart = 0; chart < sweep.size("charts." + group); chart++) {
            String axis = "charts." + group + "." + chart + "." + side;
            if (sweep.text(axis + ".label").filter(label::equals).isPresent()) {
                axes.add(List.of(sweep.value(axis + ".range"), sweep.value(axis + ".logarithmic")));
            }
        }
        return axes;
    }
}
