/**
 * The course of a device's joules between the steps of its counter: pure functions over columns. For our own modules.
 */
@NullMarked
package dev.ipw.energy.internal.curve;

import org.jspecify.annotations.NullMarked;
