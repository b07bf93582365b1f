package dev.ipw.results;

import dev.ipw.compute.ComputeTotals;
import dev.ipw.cost.CostTotals;
import java.util.Objects;

/**
 * Hold what a run cost in money, and how much work it was.
 *
 * @param cost    US dollars, kilowatt-hours and carbon
 * @param compute operations and shares of the devices' peak
 */
public record RunAccounts(CostTotals cost, ComputeTotals compute) {
    /** Nobody reckoned. */
    public static final RunAccounts UNKNOWN = new RunAccounts(CostTotals.UNKNOWN, ComputeTotals.UNKNOWN);

    /** Refuse nulls. */
    public RunAccounts {
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(compute, "compute");
    }
}
