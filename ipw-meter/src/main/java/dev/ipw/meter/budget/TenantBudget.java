package dev.ipw.meter.budget;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.internal.number.SignificantDigits;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The joules that the requests of a tenant may use in each period.
 *
 * @param tenant who asks; {@link #EACH_TENANT} for each tenant without a budget of its own for that period
 * @param joules the limit, above zero
 * @param period the period
 */
@API(status = API.Status.EXPERIMENTAL)
public record TenantBudget(String tenant, double joules, BudgetPeriod period) {
    /** Stands for each tenant without a budget of its own. */
    public static final String EACH_TENANT = "*";

    private static final Pattern FORM = Pattern.compile("(.+)= ?(\\d{1,15}(?:\\.\\d{1,15})?) ?([A-Za-z]+)/([a-z]+)");
    private static final Map<String, Double> UNITS = Map.of("J", 1.0, "kJ", 1e3, "MJ", 1e6, "GJ", 1e9, "Wh", 3.6e3,
            "kWh", 3.6e6, "MWh", 3.6e9);
    private static final Map<String, BudgetPeriod> PERIODS = Map.of("hour", BudgetPeriod.HOUR, "day", BudgetPeriod.DAY,
            "month", BudgetPeriod.MONTH);

    /** Checks the limit. */
    public TenantBudget {
        Objects.requireNonNull(period, "period");
        if (tenant.isBlank()) {
            throw new ConfigurationException("A budget needs a tenant, or * for each of them");
        }
        if (!(joules > 0 && Double.isFinite(joules))) {
            throw new ConfigurationException("The budget of '" + tenant + "' must be above zero joules, not " + joules);
        }
    }

    /**
     * Parses a budget.
     *
     * @param text {@code TENANT=AMOUNT/PERIOD}: an amount in J, kJ, MJ, GJ, Wh, kWh or MWh, per hour, day or month, for
     *             example {@code team-a=5MJ/day} or {@code *=1.5kWh/month}
     * @return the budget
     * @throws ConfigurationException if it is not of this form
     */
    public static TenantBudget parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new ConfigurationException("A budget has the form TENANT=AMOUNT/PERIOD, for example team-a=5MJ/day,"
                    + " not '" + text + "'");
        }
        Double factor = UNITS.get(form.group(3));
        BudgetPeriod period = PERIODS.get(form.group(4));
        if (factor == null || period == null) {
            throw new ConfigurationException(
                    "The budget '" + text + "' needs a unit of J, kJ, MJ, GJ, Wh, kWh or MWh, and"
                            + " a period of hour, day or month, for example team-a=5MJ/day");
        }
        return new TenantBudget(form.group(1).strip(), Double.parseDouble(form.group(2)) * factor, period);
    }

    /** Returns the budget of one tenant that this one holds for. */
    TenantBudget of(String one) {
        return new TenantBudget(one, joules, period);
    }

    /** Returns the limit for a reader, for example {@code 5 MJ/day}. */
    String limitText() {
        return text(joules) + "/" + period.label();
    }

    /** Returns joules for a reader, for example {@code 4.2 MJ}. */
    static String text(double joules) {
        SiPrefix prefix = SiPrefix.of(joules, "J");
        return SignificantDigits.four(prefix.scaled(joules)) + " " + prefix.before("J");
    }
}
