package dev.ipw.run;

import dev.ipw.compute.ComputeTotals;
import dev.ipw.cost.CostTotals;
import java.util.Objects;

/**
 * Hold the cost and the operations of a run.
 *
 * @param cost    US dollars, kilowatt-hours and carbon
 * @param compute operations and shares of the devices' peak
 */
public record RunAccounts(CostTotals cost, ComputeTotals compute) {
    /** Neither cost nor operations are known. */
    public static final RunAccounts UNKNOWN = new RunAccounts(CostTotals.UNKNOWN, ComputeTotals.UNKNOWN);

    /** Refuse nulls. */
    public RunAccounts {
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(compute, "compute");
    }
}
