/** Series of values in the order of time that depend on each other. Pure functions. For our own modules. */
@NullMarked
package dev.ipw.statistics.internal.series;

import org.jspecify.annotations.NullMarked;
