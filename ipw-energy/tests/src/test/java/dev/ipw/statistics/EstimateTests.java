package dev.ipw.statistics;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EstimateTests {
    @Test
    void printsForAPerson() {
        assertThat(new Estimate(26.577795, new Interval(7.59525, 104.7127, 0.95))).hasToString("26.58 [7.595, 104.7]");
        assertThat(new Estimate(0, new Interval(Double.NEGATIVE_INFINITY, 1e-7, 0.95)))
                .hasToString("0 [-Infinity, 0.0000001]");
    }
}
