package dev.ipw.series;

import dev.ipw.error.ConfigurationException;
import dev.ipw.load.Load;
import dev.ipw.series.SeriesPlan.SeriesStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SweepTests {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"rate:1..32:x2|1,2,4,8,16,32", "rate:1..10:x2|1,2,4,8",
            "rate:0.1..0.5:+0.1|0.1,0.2,0.30000000000000004,0.4,0.5", "rate:3|3", "concurrency:1,2,4,8|1,2,4,8",
            "concurrency:8,1|8,1"})
    void readsWhatPeopleType(String typed, String values) {
        assertThat(Sweep.parse(typed).values())
                .isEqualTo(List.of(values.split(",")).stream().map(Double::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,2", "speed:1,2", "rate:", "rate:1..", "rate:1..8", "rate:1..8:x1", "rate:1..8:+0",
            "rate:8..1:x2", "rate:1..1000:+1", "rate:0,1", "rate:1,1", "concurrency:1.5", "concurrency:0,1",
            "concurrency:1..4:x1.5", "rate:-1", "rate:auto"})
    void refusesWhatMakesNoSweep(String typed) {
        assertThatThrownBy(() -> Sweep.parse(typed)).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void keepsHowArrivalsAreSpread() {
        Sweep sweep = Sweep.rates(5, 7.5);
        SeriesStep even = sweep.next(Load.constant(1), 1, List.of()).orElseThrow();
        assertThat(even).isEqualTo(new SeriesStep("rate-5", Load.constant(5)));
        assertThat(sweep.next(Load.sequential(), 1, List.of()).orElseThrow().load()).isEqualTo(Load.poisson(5));
    }
}
