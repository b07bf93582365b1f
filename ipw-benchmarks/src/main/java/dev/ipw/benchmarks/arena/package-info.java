/** Games of models against a baseline: the share of wins, with and without the effect of style. */
@NullMarked
package dev.ipw.benchmarks.arena;

import org.jspecify.annotations.NullMarked;
