/**
 * Sandboxes in which programs of unknown intent can do no harm: without a network, and with limits of time, memory,
 * processes and output.
 */
@NullMarked
package dev.ipw.benchmarks.sandbox;

import org.jspecify.annotations.NullMarked;
