package dev.ipw.meter.budget;

import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The refusal of a request whose tenant has used its budget up, for an answer with status 429.
 *
 * @param reason     the budget, the joules used, and when the next period begins
 * @param retryAfter the time until then, in whole seconds, at least one
 */
@API(status = API.Status.EXPERIMENTAL)
public record BudgetRefusal(String reason, Duration retryAfter) {}
