/** The course of a device's joules between the steps of its counter: pure functions over columns. */
@NullMarked
package dev.ipw.energy.curve;

import org.jspecify.annotations.NullMarked;
