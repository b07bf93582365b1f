/** SWE-bench: issues of real repositories, and the tests that tell whether a patch mends them. */
@NullMarked
package dev.ipw.benchmarks.swebench;

import org.jspecify.annotations.NullMarked;
