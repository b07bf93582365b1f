package dev.ipw.meter.budget;

import org.apiguardian.api.API;

/**
 * The joules that a tenant has used of its budget.
 *
 * @param budget     the budget, of one tenant
 * @param usedJoules the joules of its requests in the current period that are divided so far
 */
@API(status = API.Status.EXPERIMENTAL)
public record BudgetUse(TenantBudget budget, double usedJoules) {
    /**
     * Returns the used part of the budget.
     *
     * @return the part, above 1 beyond the budget
     */
    public double usedRatio() {
        return usedJoules / budget.joules();
    }

    /**
     * Returns the rest of the budget.
     *
     * @return the joules that are left, at least zero
     */
    public double remainingJoules() {
        return Math.max(0, budget.joules() - usedJoules);
    }
}
