/** Energy budgets in Jupiter tests, and assertions on joules. */
@NullMarked
package dev.ipw.junit;

import org.jspecify.annotations.NullMarked;
