/** Games of models against a baseline: how often they win, as it is and with style taken out. */
@NullMarked
package dev.ipw.benchmarks.arena;

import org.jspecify.annotations.NullMarked;
