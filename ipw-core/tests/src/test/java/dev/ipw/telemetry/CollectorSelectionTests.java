package dev.ipw.telemetry;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CollectorSelectionTests {
    @Test
    void hasTheTextThatUsersType() {
        assertThat(CollectorSelection.auto().without("perf").orEstimate()).hasToString("auto,-perf,estimate");
        assertThat(CollectorSelection.of("replay:meter.csv").parameter("offset", "2s").with("host"))
                .isEqualTo(new CollectorSelection("replay:meter.csv,offset=2s,host"));
        assertThat(CollectorSelection.none().with("replay", "meter.csv").text()).isEqualTo("replay:meter.csv");
    }

    @Test
    void refusesPartsThatTheTextCannotHold() {
        CollectorSelection auto = CollectorSelection.auto();

        assertThatThrownBy(() -> auto.with("replay", "a,b.csv")).hasMessageContaining("replay:a,b.csv");
        assertThatThrownBy(() -> auto.with(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
