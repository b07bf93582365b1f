/** SWE-fficiency: workloads of real repositories, made faster without breaking their tests. */
@NullMarked
package dev.ipw.benchmarks.swefficiency;

import org.jspecify.annotations.NullMarked;
