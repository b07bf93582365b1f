package dev.ipw.report.head;

import dev.ipw.report.head.PointChart.Axis;
import dev.ipw.report.head.PointChart.Value;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointChartTests {
    private static final Pattern LABEL = Pattern.compile("<span class=\"point-name[^>]*>([^<]*)</span>");

    private static PointChart chart() {
        return new PointChart("a test", new Axis("answers", ""), new Axis("joules", "J"), false);
    }

    private static List<String> labels(PointChart chart) {
        return LABEL.matcher(chart.html()).results().map((MatchResult label) -> label.group(1)).toList();
    }

    @Test
    void labelsAllPointsThatLieApart() {
        PointChart chart = chart();
        IntStream.rangeClosed(1, 6).forEach(i -> chart.point("", Value.exact(10 * i), Value.exact(10 * i), "" + 8 * i));

        assertThat(labels(chart)).containsExactlyInAnyOrder("8", "16", "24", "32", "40", "48");
    }

    @Test
    void ofPointsInOnePlaceAsManyHaveLabelsAsFitAroundItAndTheMarkedOneIsAmongThem() {
        PointChart chart = chart().point("", Value.exact(1), Value.exact(1), "far");
        IntStream.range(0, 20).forEach(i -> chart.point(i == 17 ? PointChart.MARKED : "doubtful", Value.exact(50),
                Value.exact(50), "step " + i));
        chart.point("", Value.exact(100), Value.exact(100), "end");

        assertThat(labels(chart)).contains("far", "end", "step 17").hasSize(2 + 4);
    }
}
