/** What the tests of a task said of what an agent left, and the verdict that follows. */
@NullMarked
package dev.ipw.benchmarks.verification;

import org.jspecify.annotations.NullMarked;
