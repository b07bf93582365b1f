/** Tests of budgets. */
@NullMarked
package dev.ipw.meter.budget;

import org.jspecify.annotations.NullMarked;
