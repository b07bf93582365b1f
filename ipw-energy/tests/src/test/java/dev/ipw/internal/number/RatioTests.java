package dev.ipw.internal.number;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RatioTests {
    @Test
    void dividesWhatIsKnown() {
        assertThat(Ratio.of(OptionalDouble.of(6), 3)).hasValue(2);
        assertThat(Ratio.of(OptionalDouble.of(6), OptionalDouble.of(3))).hasValue(2);
    }

    @Test
    void knowsNoRatioOfWhatIsAbsentOrToNothing() {
        assertThat(Ratio.of(OptionalDouble.empty(), 3)).isEmpty();
        assertThat(Ratio.of(OptionalDouble.of(6), OptionalDouble.empty())).isEmpty();
        assertThat(Ratio.of(OptionalDouble.of(6), 0)).isEmpty();
        assertThat(Ratio.of(OptionalDouble.of(6), -1)).isEmpty();
        assertThat(Ratio.of(OptionalDouble.of(6), Double.NaN)).isEmpty();
    }
}
