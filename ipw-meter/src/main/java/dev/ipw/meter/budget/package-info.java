/** Budgets of joules for tenants: warnings, and the refusal of requests beyond them. */
@NullMarked
package dev.ipw.meter.budget;

import org.jspecify.annotations.NullMarked;
