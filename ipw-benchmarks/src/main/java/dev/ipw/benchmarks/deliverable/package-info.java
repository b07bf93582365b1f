/** What agents leave in their folders, as evidence for a judge. None of it is trusted. */
@NullMarked
package dev.ipw.benchmarks.deliverable;

import org.jspecify.annotations.NullMarked;
