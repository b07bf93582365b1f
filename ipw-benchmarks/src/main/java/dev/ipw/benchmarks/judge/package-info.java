/** Models as judges: their prompts, their verdicts, and their cached replies. */
@NullMarked
package dev.ipw.benchmarks.judge;

import org.jspecify.annotations.NullMarked;
