package dev.ipw.cli.bench;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.cli.bench.MeasuredCell.Figure;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MeasuredCellTests {
    private static AnalysisValue value(double value, double low, double high) {
        return AnalysisValue.of(new Estimate(value, new Interval(low, high, 0.95)));
    }

    @Test
    void namesTheBestWhoseIntervalLiesApart() {
        List<AnalysisValue> apart = List.of(value(37, 35, 39), value(50, 40, 60), AnalysisValue.absent("unknown"));
        assertThat(Figure.JOULES_PER_QUERY.bestOf(apart)).hasValue(37);
        assertThat(Figure.INTELLIGENCE_PER_JOULE.bestOf(apart)).hasValue(50);
    }

    @Test
    void namesNoneWhoseIntervalOverlapsAnothers() {
        assertThat(Figure.JOULES_PER_QUERY.bestOf(List.of(value(37, 0, 511), value(50, 40, 60)))).isEmpty();
        assertThat(Figure.JOULES_PER_QUERY.bestOf(List.of(value(37, 35, 39), value(80, 70, 90), value(50, 38, 60))))
                .isEmpty();
        assertThat(Figure.JOULES_PER_QUERY.bestOf(List.of(value(37, 37, 37), value(37, 37, 37)))).isEmpty();
    }

    @Test
    void namesNoneWithoutIntervalsOrOthers() {
        assertThat(Figure.SECONDS_PER_QUERY.bestOf(List.of(AnalysisValue.of(1.0), AnalysisValue.of(2.0)))).isEmpty();
        assertThat(Figure.JOULES_PER_QUERY.bestOf(List.of(value(37, 35, 39)))).isEmpty();
    }
}
