package dev.ipw.analysis.regression;

import java.util.Locale;

/** The figures that are fitted against the tokens of prompt and answer together. */
enum JointFit {
    ENERGY(Column.JOULES, "no_joules"),
    POWER(Column.WATTS, "no_watts"),
    TIME_TO_FIRST_TOKEN(Column.TIME_TO_FIRST_TOKEN, "no_time_to_first_token"),
    TOTAL_TIME(Column.TOTAL_TIME, "no_total_time");

    private final Column column;
    private final String absent;

    JointFit(Column column, String absent) {
        this.column = column;
        this.absent = absent;
    }

    Column column() {
        return column;
    }

    /** Returns why a query that lacks only this figure is not fitted. */
    String absent() {
        return absent;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
