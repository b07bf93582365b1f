/**
 * The conversion of readings into joules over time: recorders, series, checks. Pure functions and values. For our own
 * modules.
 */
@NullMarked
package dev.ipw.energy.internal;

import org.jspecify.annotations.NullMarked;
