/** Routing between models: the savings if each question had gone to the smallest model that answers it. */
@NullMarked
package dev.ipw.benchmarks.routing;

import org.jspecify.annotations.NullMarked;
