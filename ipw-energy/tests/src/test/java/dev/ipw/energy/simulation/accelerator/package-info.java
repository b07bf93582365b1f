/**
 * A second family of simulated engines, apart from {@code dev.ipw.energy.simulation.engine}: prompts in pieces, step times of
 * a roofline, and power that is not linear in the work. Written from a description in words, not from what divides joules.
 */
@NullMarked
package dev.ipw.energy.simulation.accelerator;

import org.jspecify.annotations.NullMarked;
