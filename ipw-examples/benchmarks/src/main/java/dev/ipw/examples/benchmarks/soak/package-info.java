/** Long runs of many streams, with counts of the resources that the client holds. */
@NullMarked
package dev.ipw.examples.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
