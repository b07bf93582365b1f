/** The results of a task's tests on an agent's work, and the verdict that follows. */
@NullMarked
package dev.ipw.benchmarks.verification;

import org.jspecify.annotations.NullMarked;
