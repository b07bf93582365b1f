/** Keep many streams going for a long time, and watch what the client holds meanwhile. */
@NullMarked
package dev.ipw.examples.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
