package dev.ipw.meter.budget;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apiguardian.api.API;

/** The time over which a budget counts joules, by the calendar of UTC. */
@API(status = API.Status.EXPERIMENTAL)
public enum BudgetPeriod {
    /** From one full hour to the next. */
    HOUR(ChronoUnit.HOURS),
    /** From midnight to midnight. */
    DAY(ChronoUnit.DAYS),
    /** From the first day of a month to that of the next. */
    MONTH(ChronoUnit.MONTHS);

    private final ChronoUnit unit;

    BudgetPeriod(ChronoUnit unit) {
        this.unit = unit;
    }

    /**
     * Returns the start of the period that contains a moment.
     *
     * @param moment the moment
     * @return the start, at or before it
     */
    public Instant start(Instant moment) {
        ZonedDateTime utc = moment.atZone(ZoneOffset.UTC);
        return (this == MONTH ? utc.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS) : utc.truncatedTo(unit)).toInstant();
    }

    /**
     * Returns the end of the period that contains a moment.
     *
     * @param moment the moment
     * @return the start of the next period
     */
    public Instant end(Instant moment) {
        return start(moment).atZone(ZoneOffset.UTC).plus(1, unit).toInstant();
    }

    /**
     * Returns its name in options and metrics.
     *
     * @return the name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
