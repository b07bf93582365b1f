/** Output of test programs, and the results of their tests. */
@NullMarked
package dev.ipw.benchmarks.testlog;

import org.jspecify.annotations.NullMarked;
