/** Patches as answers: the content of a unified diff, and checks of it. */
@NullMarked
package dev.ipw.benchmarks.patch;

import org.jspecify.annotations.NullMarked;
