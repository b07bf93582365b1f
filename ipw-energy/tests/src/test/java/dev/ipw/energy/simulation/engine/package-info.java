/**
 * Simulated engines that serve language models, with the joules that each request caused: written without regard to how
 * the shares are found, so that the finder can be held against them.
 */
@NullMarked
package dev.ipw.energy.simulation.engine;

import org.jspecify.annotations.NullMarked;
