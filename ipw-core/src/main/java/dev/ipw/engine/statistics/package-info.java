/** Tests, intervals and regressions. Pure functions. For our own modules. */
@NullMarked
package dev.ipw.engine.statistics;

import org.jspecify.annotations.NullMarked;
