/** Tests, intervals and regressions. Pure functions. For our own modules. */
@NullMarked
package dev.ipw.statistics.internal;

import org.jspecify.annotations.NullMarked;
