/** Files of agents as evidence for a judge. None of them is trusted. */
@NullMarked
package dev.ipw.benchmarks.deliverable;

import org.jspecify.annotations.NullMarked;
