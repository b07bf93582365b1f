/**
 * A third family of simulated engines: inference servers of seventeen kinds on boards of five, with seven curves of power. Written without
 * the code that divides joules, its design, or the other two families.
 */
@NullMarked
package dev.ipw.energy.simulation.server;

import org.jspecify.annotations.NullMarked;
