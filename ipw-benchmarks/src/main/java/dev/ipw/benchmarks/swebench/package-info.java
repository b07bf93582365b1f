/** SWE-bench: issues of real repositories, and the tests that show whether a patch fixes them. */
@NullMarked
package dev.ipw.benchmarks.swebench;

import org.jspecify.annotations.NullMarked;
