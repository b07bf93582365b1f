/** Tasks in folders of the first form of Terminal-Bench: a task.yaml, an image, tests and a solution. */
@NullMarked
package dev.ipw.benchmarks.terminalbench;

import org.jspecify.annotations.NullMarked;
